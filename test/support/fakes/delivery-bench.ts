// Delivery bench: a delivery of hooks whose receivers are functions, on a virtual clock.

import { openStore, type FileStore } from "../../../db/sqlite/file-store.ts";
import { hookDeliveries } from "../../../db/tables.ts";
import { type LogOptions, openLog } from "../../../src/base/log.ts";
import type { OutboundAnswer, OutboundRequest } from "../../../src/base/outbound-message.ts";
import type { Outbound } from "../../../src/base/outbound-request.ts";
import { Secret } from "../../../src/base/secret.ts";
import { HookDelivery } from "../../../src/hooks/delivery.ts";
import type { NewDelivery } from "../../../db/port/outbox-store.ts";
import { addAccount, memoryStore, migrations } from "../servers/store.ts";
import { slowStore, type StoreWait } from "./slow-store.ts";
import { VirtualClock } from "./virtual-clock.ts";

export const secret = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
export const account = "acc_1";

type Answer = Partial<OutboundAnswer> | "hangs" | "fails";

export class DeliveryBench implements AsyncDisposable {
  readonly clock = new VirtualClock();
  readonly store: FileStore;
  readonly events: { event: string; level: string }[] = [];
  readonly sent: { url: string; body: string; atMs: number }[] = [];
  answer: (request: OutboundRequest) => Answer = () => ({ status: 200 });
  known: Secret | undefined = secret;
  delivery!: HookDelivery;

  /** How long an operation of the store takes, before and after it is done. */
  storeWait: StoreWait = () => Promise.resolve();

  /** What the store calls when another node has added something. */
  readonly added = new Set<() => void>();

  /** Without a directory in memory. */
  static async open(directory?: string): Promise<DeliveryBench> {
    const bench = new DeliveryBench(directory);
    bench.delivery = await bench.open();
    return bench;
  }

  private constructor(directory?: string) {
    const { clock } = this;
    this.store = directory === undefined ? memoryStore() : openStore({ directory, migrations }, { clock });
    addAccount(this.store.durable, account);
    addAccount(this.store.durable, "acc_2");
  }

  /** Another delivery on the same outbox: as a node of its own beside the others, if it shares it. */
  open({ nodeId = "n1", isShared = false } = {}): Promise<HookDelivery> {
    const { clock, store, added } = this;
    const onAdded = (fire: () => void): Disposable => {
      added.add(fire);
      return { [Symbol.dispose]: () => void added.delete(fire) };
    };
    const write: LogOptions["write"] = (line) =>
      void this.events.push(JSON.parse(line) as { event: string; level: string });
    const slowed = slowStore(store, (operation) => this.storeWait(operation));
    return HookDelivery.open({
      nodeId,
      store: { ...slowed, outbox: { ...slowed.outbox, onAdded }, isShared },
      random: () => 0.5,
      clock,
      log: openLog({ level: "info", format: "json", write }),
      secretOf: () => Promise.resolve(this.known),
      outbound: { send: (request) => this.#send(request) },
    });
  }

  async restart(): Promise<void> {
    await this.delivery[Symbol.asyncDispose]();
    this.delivery = await this.open();
  }

  enqueue(given: Partial<NewDelivery> & { body: string }): void {
    const { queue = "ses_1 hook_1", url = "https://a.example/", signer = "hook_1" } = given;
    const createdAt = this.clock.wall();
    this.delivery.enqueue({
      accountId: account,
      queue,
      url,
      signer,
      messageId: `msg_${given.body}`,
      createdAt,
      ...given,
    });
  }

  get bodies(): string[] {
    return this.sent.map(({ body }) => body);
  }

  get left(): number {
    return this.store.live.select().from(hookDeliveries).all().length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.delivery[Symbol.asyncDispose]();
    this.store[Symbol.dispose]();
  }

  #send({ url, body = "", signal, ...request }: OutboundRequest): ReturnType<Outbound["send"]> {
    this.sent.push({ url, body, atMs: this.clock.now() });
    const answer = this.answer({ url, body, signal, ...request });
    if (answer === "fails")
      return Promise.resolve({ kind: "network", detail: "a.example could not be reached." });
    if (answer !== "hangs")
      return Promise.resolve({
        kind: "ok",
        status: 200,
        headers: new Headers(),
        body: new Uint8Array(),
        ...answer,
      });
    return new Promise((resolve) => {
      const gone = (): void => resolve({ kind: "aborted", detail: "given up" });
      const late = this.clock.after(request.timeoutMs, () =>
        resolve({ kind: "timeout", detail: "too slow" }),
      );
      signal.addEventListener("abort", () => (late[Symbol.dispose](), gone()), { once: true });
    });
  }
}
