// Cluster bench: several nodes on one store, in virtual time, each of which can be frozen, cut off, killed, and given a
// wrong clock. The store has a clock of its own, as a database server has.

import { ne } from "drizzle-orm";
import type { FileStore } from "../../../db/sqlite/file-store.ts";
import { sessions as rows } from "../../../db/schema.ts";
import type { NodeStore } from "../../../db/port/node-store.ts";
import type { CrashedSession } from "../../../db/port/session-store.ts";
import { type Clock, delay } from "../../../src/base/clock.ts";
import { openLog } from "../../../src/base/log.ts";
import { Membership } from "../../../src/cluster/membership.ts";
import { openMaintenance } from "../../../src/cluster/maintenance.ts";
import type { LogEvent } from "../servers/served.ts";
import { memoryStore } from "../servers/store.ts";
import { slowStore } from "./slow-store.ts";
import { VirtualClock } from "./virtual-clock.ts";

const never = new AbortController().signal;

/** Observations of the store, by its own clock. */
export interface StoreNotes {
  /** Time of each node's last beat, by its id. */
  readonly heard: Map<string, number>;
  /** Silence of each node at the moment when another one gave it up. */
  readonly givenUp: { readonly id: string; readonly silentMs: number }[];
  /** Holders of the singleton, one entry for each grant. */
  readonly led: { readonly by: string; readonly at: number; readonly until: number }[];
}

export class ClusterBench implements AsyncDisposable {
  readonly clock = new VirtualClock();
  readonly store: FileStore = memoryStore();
  readonly notes: StoreNotes = { heard: new Map(), givenUp: [], led: [] };
  readonly nodes: BenchNode[] = [];

  /** The clock stands still during the wait: the store must answer at once. */
  async start(options: Partial<BenchNodeOptions> = {}): Promise<BenchNode> {
    const node = new BenchNode(this, options);
    this.nodes.push(node);
    await node.start();
    return node;
  }

  /** Ids of sessions that are open in the store, and their homes. */
  get open(): { readonly id: string; readonly home: string | null }[] {
    const columns = { id: rows.id, home: rows.home };
    return this.store.live.select(columns).from(rows).where(ne(rows.status, "ended")).all();
  }

  async stateOf(id: string): Promise<string | undefined> {
    return (await this.store.nodes.list(this.clock.wall())).find((node) => node.id === id)?.state;
  }

  /** The store for one of many nodes: it uses its own clock, and takes notes. */
  shared(): FileStore {
    const { clock, notes } = this;
    const { nodes } = this.store;
    const stamped: NodeStore = {
      join: (node) => (notes.heard.set(node.id, clock.now()), nodes.join({ ...node, at: clock.wall() })),
      async beat(beat) {
        const beaten = await nodes.beat({ ...beat, at: clock.wall() });
        if (beaten !== undefined) notes.heard.set(beat.id, clock.now());
        return beaten;
      },
      setState: (change) => nodes.setState({ ...change, at: clock.wall() }),
      list: () => nodes.list(clock.wall()),
      forget: () => nodes.forget(clock.wall()),
      leadAll: (lead) => nodes.leadAll({ ...lead, at: clock.wall() }),
      async lead(lead) {
        const leads = await nodes.lead({ ...lead, at: clock.wall() });
        if (leads) notes.led.push({ by: lead.nodeId, at: clock.now(), until: clock.now() + lead.forMs });
        return leads;
      },
    };
    return { ...this.store, nodes: stamped, isShared: true };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) await node.stop();
    this.store[Symbol.dispose]();
  }
}

export interface BenchNodeOptions {
  readonly region: string;
  readonly ready: Promise<void>;
  /** Error of its machine's clock at the start, in milliseconds. */
  readonly aheadMs: number;
  /** Latency of the store, before and after each operation. */
  readonly latencyMs: () => number;
}

export class BenchNode {
  readonly clock: BentClock;
  readonly events: LogEvent[] = [];
  /** Sessions of the node. */
  readonly sessions = new Set<string>();
  /** Keys that started them. */
  readonly keys: string[] = [];
  readonly revoked: string[] = [];
  /** Accounts of the sessions, and those that have left. */
  readonly accounts: string[] = [];
  readonly left: string[] = [];
  readonly crashed: CrashedSession[] = [];
  readonly lost: string[] = [];
  drains = 0;
  life!: Membership;
  /** True if every request to the store fails. */
  isCutOff = false;
  isKilled = false;
  readonly #bench: ClusterBench;
  readonly #options: Partial<BenchNodeOptions>;
  #upkeep: AsyncDisposable | undefined;
  #written = 0;
  store!: FileStore;

  constructor(bench: ClusterBench, options: Partial<BenchNodeOptions>) {
    this.#bench = bench;
    this.#options = options;
    this.clock = new BentClock(bench.clock);
    this.clock.aheadMs = options.aheadMs ?? 0;
  }

  get id(): string {
    return this.life.id;
  }

  async start(): Promise<void> {
    const { clock, events } = this;
    const { region = "", ready = Promise.resolve() } = this.#options;
    const write = (line: string): void => void events.push(JSON.parse(line) as LogEvent);
    const log = openLog({ level: "debug", format: "json", write });
    let isStarted = false;
    const shared = this.#bench.shared();
    this.store = this.#watched(slowStore(shared, () => (isStarted ? this.#way() : Promise.resolve())));
    const facts = {
      address: "http://10.0.0.1:3000",
      publicUrl: null,
      region,
      version: "1.0.0",
      callsMax: 100,
    };
    const { store } = this;
    const { node } = await Membership.join({ store, clock, log, facts });
    this.life = node;
    isStarted = true;
    node.begin({
      figures: () => ({ calls: this.sessions.size, callsMax: 100, lagMs: 0, speechQueueMs: 0 }),
      ready,
      lost: (id) => {
        this.lost.push(id);
        this.sessions.clear();
      },
      drain: () => (this.drains += 1),
    });
    this.#upkeep = openMaintenance({
      store,
      clock,
      log,
      node,
      tellOfCrash: (crashed) => (this.crashed.push(...crashed), Promise.resolve()),
      knows: (id) => this.sessions.has(id),
      keysInUse: () => this.keys,
      keyRevoked: (id) => void this.revoked.push(id),
      accountsInUse: () => this.accounts,
      accountShut: ({ id }) => void this.left.push(id),
    });
  }

  /** Opens a session of this node in the store. */
  async openSession(id: string): Promise<void> {
    this.sessions.add(id);
    await this.begin(id);
  }

  /** Writes only the row, as if the answer were lost. */
  async begin(id: string): Promise<void> {
    const at = this.clock.wall();
    const empty = { accountId: undefined, flowId: undefined, flowRevision: undefined };
    const row = { ...empty, id, context: {}, metadata: {}, providers: {}, home: this.id, at };
    this.#written += 1;
    const batch = { home: this.id, rows: [row], patches: new Map(), events: [], snapshots: new Map() };
    // A repeated number writes once; another id starts its own count.
    await this.store.sessions.write({ ...batch, number: this.#written });
  }

  freeze(): void {
    this.clock.freeze();
  }

  thaw(): void {
    this.clock.thaw();
  }

  /** Ends the node like `kill -9`. */
  kill(): void {
    this.isKilled = true;
    this.sessions.clear();
    this.clock.freeze();
  }

  /** Ends the node like SIGTERM, after its calls are over. */
  async stop(): Promise<void> {
    if (this.isKilled) return;
    this.isKilled = true;
    this.thaw();
    const stopped = (async () => {
      await this.#upkeep?.[Symbol.asyncDispose]();
      await this.life[Symbol.asyncDispose]();
    })();
    let isOver = false;
    void stopped.finally(() => (isOver = true));
    while (!isOver) await this.#bench.clock.advance(100);
    await stopped;
  }

  /** Delay to the store or back. */
  async #way(): Promise<void> {
    const { latencyMs } = this.#options;
    if (latencyMs !== undefined) await delay(this.#bench.clock, latencyMs(), never);
    await this.clock.running();
    if (this.isCutOff) throw new Error("The store cannot be reached");
  }

  /** Notes the nodes that this one gives up, with their real silence. */
  #watched(store: FileStore): FileStore {
    const { notes, clock } = this.#bench;
    const { nodes } = store;
    const watched: NodeStore["setState"] = async (change) => {
      const silentMs = clock.now() - (notes.heard.get(change.id) ?? 0);
      const isChanged = await nodes.setState(change);
      if (isChanged && change.to === "gone" && change.id !== this.id)
        notes.givenUp.push({ id: change.id, silentMs });
      return isChanged;
    };
    return { ...store, nodes: { ...nodes, setState: watched } };
  }
}

/** The clock of one machine: it may be set, and the process that reads it may be stopped. */
class BentClock implements Clock {
  readonly #from: Clock;
  /** Error of the machine's clock, in milliseconds. */
  aheadMs = 0;
  #frozen: PromiseWithResolvers<void> | undefined;
  #late: (() => void)[] = [];

  constructor(from: Clock) {
    this.#from = from;
  }

  now(): number {
    return this.#from.now();
  }

  wall(): number {
    return this.#from.wall() + this.aheadMs;
  }

  after(ms: number, fire: () => void): Disposable {
    let isOver = false;
    const run = (): void => {
      if (!isOver) fire();
    };
    const timer = this.#from.after(ms, () => {
      if (this.#frozen === undefined) run();
      else this.#late.push(run);
    });
    return { [Symbol.dispose]: () => ((isOver = true), timer[Symbol.dispose]()) };
  }

  freeze(): void {
    this.#frozen ??= Promise.withResolvers();
  }

  thaw(): void {
    this.#frozen?.resolve();
    this.#frozen = undefined;
    for (const run of this.#late.splice(0)) run();
  }

  async running(): Promise<void> {
    while (this.#frozen !== undefined) await this.#frozen.promise;
  }
}
