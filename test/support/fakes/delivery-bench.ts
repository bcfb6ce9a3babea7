// Delivery bench: a delivery of hooks with functions as receivers, on a virtual clock.

import type { Store } from "../../../db/port/store.ts";
import { type LogOptions, openLog } from "../../../src/base/log.ts";
import type { OutboundAnswer, OutboundRequest } from "../../../src/base/outbound/outbound-message.ts";
import type { Outbound } from "../../../src/base/outbound/outbound-request.ts";
import { Secret } from "../../../src/base/secret.ts";
import { Vault } from "../../../src/cloud/vault.ts";
import { type DeliveryOutcome, HookDelivery } from "../../../src/hooks/delivery.ts";
import type { NewDelivery } from "../../../db/port/outbox-store.ts";
import { type ChosenStore, chosenStore, isOnPostgres } from "../stores/chosen-store.ts";
import { bareAccount } from "../stores/new-account.ts";
import { slowStore, type StoreWait } from "./slow-store.ts";
import { StoreClock } from "./store-clock.ts";

export const secret = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
export const account = "acc_1";
/** Opens sealed bodies. */
export const vault = new Vault(new Uint8Array(32));

type Answer = Partial<OutboundAnswer> | "hangs" | "fails";

export class DeliveryBench implements AsyncDisposable {
  readonly clock: StoreClock;
  readonly store: Store;
  readonly #opened: ChosenStore;
  readonly events: { event: string; level: string }[] = [];
  readonly sent: { url: string; body: string; atMs: number }[] = [];
  answer: (request: OutboundRequest) => Answer = () => ({ status: 200 });
  known: Secret | undefined = secret;
  delivery!: HookDelivery;

  /** Receives the outcome of each delivery. */
  counted: (outcome: DeliveryOutcome) => void = () => undefined;
  /** Latency of the store, before and after each operation. */
  storeWait: StoreWait = () => Promise.resolve();

  /** Callbacks of the store for another node's addition. */
  readonly added = new Set<() => void>();

  /** Uses the run's kind of store, or the given one, which it closes. */
  static async open(clock = new StoreClock(), given?: ChosenStore): Promise<DeliveryBench> {
    const opened = given ?? (await chosenStore());
    const bench = new DeliveryBench(clock, opened);
    for (const id of [account, "acc_2"]) await bareAccount(opened.data, id);
    bench.delivery = await bench.open();
    return bench;
  }

  private constructor(clock: StoreClock, opened: ChosenStore) {
    this.clock = clock;
    this.#opened = opened;
    this.store = isOnPostgres ? clock.watch(opened.store) : opened.store;
  }

  /** Another delivery on the same outbox; on a shared outbox it counts as a node of its own. */
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
      bodies: vault,
      nodeId,
      store: { ...slowed, outbox: { ...slowed.outbox, onAdded }, isShared },
      random: () => 0.5,
      clock,
      log: openLog({ level: "info", format: "json", write }),
      secretOf: () => Promise.resolve(this.known),
      outbound: { send: (request) => this.#send(request) },
      counted: (outcome) => this.counted(outcome),
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

  /** Number of deliveries in the outbox. */
  async left(): Promise<number> {
    const loads = await this.store.outbox.loads();
    return loads.reduce((sum, { rows }) => sum + rows, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.delivery[Symbol.asyncDispose]();
    await this.#opened[Symbol.asyncDispose]();
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
