// Store worker: the thread with the data file. It does one operation after the other, each from a message to an
// answer, and may wait for the disk: no call waits with it.

import type { Fields, Level, Log } from "../../src/base/log.ts";
import { type Answerers, answerTo, crossing } from "../../src/base/remote-call.ts";
import { giveWay, threadNumber } from "../../src/base/thread.ts";
import { DirectoryInUse } from "../directory-lock.ts";
import { answerersOf } from "../remote/store-server.ts";
import type { StoreLocation } from "../open-database.ts";
import { type FileStore, openStore } from "../sqlite/file-store.ts";
import type { FromThread, ToThread } from "./thread-message.ts";

/** A third of the main thread's share if both want one core, before threads that only accounts wait for. */
const niceness = 5;

declare const self: Worker;

const tell = (message: FromThread): void => self.postMessage(message);

const logged =
  (level: Level) =>
  (event: string, fields: Fields = {}): void =>
    tell({ type: "log", level, event, fields });

const logWith = (bound: Fields): Log => {
  const at =
    (level: Level) =>
    (event: string, fields: Fields = {}) =>
      logged(level)(event, { ...bound, ...fields });
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (fields) => logWith({ ...bound, ...fields }),
  };
};

const log = logWith({});
let isAsked = false;
let store: FileStore | undefined;
let answerers: Answerers = new Map();
/** Last reported state of the disk. */
let isFull = false;

function open(place: StoreLocation): void {
  try {
    store = openStore(place, { log });
  } catch (error) {
    tell({ type: "refused", error: crossing(error), isInUse: error instanceof DirectoryInUse });
    return;
  }
  answerers = answerersOf(store);
  store.outbox.onAdded(() => tell({ type: "added" }));
  store.disk.onRoom(tellOfDisk);
  tell({ type: "opened" });
}

/** Reports a full disk, or space again, to the main thread. */
function tellOfDisk(): void {
  const { full = false } = store?.disk ?? {};
  if (full === isFull) return;
  isFull = full;
  tell({ type: "disk", news: { full } });
}

self.onmessage = ({ data }: MessageEvent<ToThread>): void => {
  switch (data.type) {
    case "open":
      // The start message is repeated to a thread that reports ready.
      if (isAsked) return;
      isAsked = true;
      return open(data.place);
    case "call":
      return void answerTo(data.call, answerers).then((answer) => {
        tellOfDisk();
        tell({ type: "answer", answer });
      });
    case "close":
      store?.[Symbol.dispose]();
      return tell({ type: "closed" });
  }
};

// A bug in one operation must not end the others.
process.on("uncaughtException", (error) => log.error("storage.uncaught", { error }));
process.on("unhandledRejection", (error) => log.error("storage.unhandled", { error }));

giveWay(threadNumber(), niceness);
tell({ type: "ready" });
