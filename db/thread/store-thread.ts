// Store thread: the data file in a thread of its own, so that calls wait neither for the disk nor for an account's
// queries. Its operations cross like those of another process, in the order of the requests.

import type { Log } from "../../src/base/log.ts";
import { arrived, RemoteCalls } from "../../src/base/remote-call.ts";
import { DirectoryInUse } from "../directory-lock.ts";
import type { StoreLocation } from "../open-database.ts";
import { StoreError } from "../open-refusal.ts";
import type { Store } from "../port/store.ts";
import { openRemoteStore } from "../remote/remote-store.ts";
import type { FromThread, ToThread } from "./thread-message.ts";

export interface StoreThreadOptions {
  readonly log: Log;
  /** Starts the thread. */
  readonly start: () => Worker;
  /** This process also writes for others of its machine. */
  readonly isShared: boolean;
  /** Called once if the thread ended by itself after opening the file. All operations reject from then on. */
  readonly lost?: (() => void) | undefined;
}

export interface ThreadStore extends Store, AsyncDisposable {}

/** Opens as `openStore` does. Rejects with StoreError. */
export async function openStoreThread(
  place: StoreLocation,
  { log, start, isShared, ...options }: StoreThreadOptions,
): Promise<ThreadStore> {
  const worker = start();
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const waiting = new Set<() => void>();
  const send = (message: ToThread): void => worker.postMessage(message);
  const calls = new RemoteCalls((call) => send({ type: "call", call }));
  const store = openRemoteStore((name, args) => calls.call(name, args));
  const heard = (message: FromThread): void => {
    switch (message.type) {
      case "ready":
        return send({ type: "open", place });
      case "opened":
        return opened.resolve();
      case "refused":
        return opened.reject(refusalIn(message));
      case "answer":
        return calls.answered(message.answer);
      case "disk":
        return store.told(message.news);
      case "added":
        for (const fire of waiting) fire();
        return;
      case "log":
        return log[message.level](message.event, message.fields);
      case "closed":
        return closed.resolve();
    }
  };
  let state: "opening" | "open" | "over" = "opening";
  const lost = (why: string): void => {
    const error = new Error(`The thread that has the data has ended: ${why}`);
    opened.reject(error);
    closed.resolve();
    calls.lost(error);
    if (state !== "open") return;
    state = "over";
    log.error("storage.thread_lost", { reason: why });
    options.lost?.();
  };
  attend(worker, heard, lost);
  // A thread started ahead reported ready before this, so it is asked; another one ignores the message.
  send({ type: "open", place });
  try {
    await opened.promise;
    state = "open";
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    ...store,
    isShared,
    outbox: heardIn(store.outbox, waiting),
    async [Symbol.asyncDispose]() {
      state = "over";
      send({ type: "close" });
      await closed.promise;
      calls.lost(new Error("The store is closed"));
      worker.terminate();
    },
  };
}

/** Outbox whose additions the thread announces. */
function heardIn(outbox: Store["outbox"], waiting: Set<() => void>): Store["outbox"] {
  return {
    ...outbox,
    onAdded(fire) {
      waiting.add(fire);
      return { [Symbol.dispose]: () => void waiting.delete(fire) };
    },
  };
}

function refusalIn({ error, isInUse }: Extract<FromThread, { type: "refused" }>): StoreError {
  const Refusal = isInUse ? DirectoryInUse : StoreError;
  return new Refusal(error.message, { cause: error.cause && arrived(error.cause) });
}

/** Passes on the thread's messages, and the reason of its end. */
function attend(worker: Worker, heard: (message: FromThread) => void, lost: (why: string) => void): void {
  worker.onmessage = ({ data }: MessageEvent<FromThread>) => heard(data);
  worker.onerror = (event) => {
    event.preventDefault();
    lost(event.message);
  };
  worker.addEventListener("close", () => lost("it was closed"));
}
