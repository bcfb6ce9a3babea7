// Membership of a node: joins the nodes that share the data, reports itself every two seconds, learns the others'
// states from the answers, and says goodbye. A node that was given up drops its work and joins again under another
// id.

import type { NewNode, NodeFigures, NodeRow, NodeState } from "../../db/port/node-store.ts";
import type { CrashedSession, Swept } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Clock, within } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import { aged, ClusterView } from "./cluster-view.ts";
import { endOthers } from "./first-node.ts";
import { newNodeId } from "./node-id.ts";
import { afterLook, givenUp, isWatchful, noSilences } from "./failure-detector.ts";

export interface NodeOptions {
  readonly store: Pick<Store, "nodes" | "sessions" | "isShared" | "disk">;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * True: no other process can have the data open, so leftover sessions are ended. Default: true if the data is not
   * shared.
   */
  readonly endsOthers?: boolean;
  /** Nodes whose sessions continue here. */
  readonly carried?: readonly string[] | undefined;
  /** Facts for its lifetime. */
  readonly facts: Omit<NewNode, "id">;
}

/** Duties of a node for its own work. */
export interface NodeDuties {
  readonly figures: () => NodeFigures;
  /** Resolves when calls can be taken; after a rejection the node stays `starting`. */
  readonly ready: Promise<void>;
  /**
   * The node was given up, and another ended its open work: drops all of it and writes nothing. The node has a new id
   * when this has resolved.
   */
  readonly lost: (id: string) => void | Promise<void>;
  /** Another process has asked this node to drain. */
  readonly drain: () => void;
}

/** Interval of the beats. */
const beatMs = 2_000;
/** Timeout of a beat: the next one may get another connection. */
const patienceMs = 5_000;
const alive = ["starting", "up", "draining"] as const satisfies readonly NodeState[];

export class Membership implements AsyncDisposable {
  readonly #o: NodeOptions;
  /** Wall clock at the start, when `now()` was 0: setting the clock later changes nothing. */
  readonly #epoch: number;
  readonly #startedAt: number;
  #id: string = newNodeId();
  #state: NodeState = "starting";
  #isReady = false;
  #isDraining = false;
  #duties: NodeDuties | undefined;
  #beats: PeriodicTask | undefined;
  /** Nodes of the last answer, its time, and the lead of the store's clock. */
  #seen: { readonly nodes: readonly NodeRow[]; readonly now: number; readonly aheadMs: number };
  #silences = noSilences;
  /** Number of the last beat: answers after the next beat are too old. */
  #beat = 0;
  #joining: Promise<void> | undefined;
  #isCutOff = false;
  #isClosed = false;

  private constructor(options: NodeOptions) {
    const { clock } = options;
    this.#o = options;
    this.#startedAt = clock.now();
    this.#epoch = clock.wall() - this.#startedAt;
    this.#seen = { nodes: [], now: this.#startedAt, aheadMs: 0 };
  }

  /**
   * Joins as `starting`. A node that is alone first ends what others left open, and returns leftover sessions with
   * hooks. Rejects if the store does.
   */
  static async join(
    options: NodeOptions,
  ): Promise<{ readonly node: Membership; readonly crashed: readonly CrashedSession[] }> {
    const { store, clock, log, carried, endsOthers: isAlone = !store.isShared } = options;
    const node = new Membership(options);
    const none: Swept = { sessions: 0, withHooks: [] };
    const swept = isAlone ? await endOthers(store, { at: clock.wall(), carried }) : none;
    if (swept.sessions > 0) log.warn("sessions.swept", { sessions: swept.sessions });
    await node.#joinAs(node.#id);
    return { node, crashed: swept.withHooks };
  }

  /** Starts the beats, unless it is alone. */
  begin(duties: NodeDuties): void {
    this.#duties = duties;
    const { clock, store } = this.#o;
    if (store.isShared) {
      const [work, failed] = [() => this.#sayHow(), (error: unknown) => this.#cutOff(error)];
      this.#beats = new PeriodicTask({ clock, everyMs: beatMs, patienceMs, work, failed });
      this.#beats.soon();
    }
    duties.ready.then(
      () => this.#changed(() => (this.#isReady = true)),
      () => undefined, // Whoever opened the engines has logged why.
    );
  }

  /** Changes after the node was given up: read it each time. */
  get id(): string {
    return this.#id;
  }

  /** State as the node knows it; `gone` from when it learns that it was given up until it has joined again. */
  get state(): NodeState {
    return this.#state;
  }

  /** View as of now; the others grow silent while the store is away. */
  get view(): ClusterView {
    const { nodes, now } = this.#seen;
    const others = nodes.filter(({ id }) => id !== this.#id);
    return new ClusterView([this.#row, ...aged(others, this.#o.clock.now() - now)]);
  }

  /** True if it has watched the others long enough to give up a silent one. */
  get isWatchful(): boolean {
    return isWatchful(this.#silences, this.#o.clock.now());
  }

  /** Nodes that this one has observed silent for too long. */
  get givenUp(): readonly string[] {
    const { view } = this;
    const others = view.nodes.filter(({ id }) => id !== this.#id);
    return givenUp(this.#silences, others, this.#o.clock.now());
  }

  /** Present time for a store without a clock: epoch milliseconds that only rise. */
  get at(): number {
    return this.#epoch + this.#o.clock.now();
  }

  /** Present time by the clock of all nodes, as well as this node knows it. Epoch milliseconds. */
  get sharedAt(): number {
    return this.at + this.#seen.aheadMs;
  }

  /** Refuses new sessions. Placing nodes learn of it by the next beat. */
  drain(): void {
    this.#changed(() => (this.#isDraining = true));
  }

  /** Says goodbye, after its sessions have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#beats?.[Symbol.asyncDispose]();
    const told = within(this.#o.clock, patienceMs, this.#tell("gone"));
    await told.catch((error: unknown) => this.#cutOff(error));
  }

  /** Present row of this node. */
  get #row(): NodeRow {
    const { facts, clock } = this.#o;
    const figures = this.#duties?.figures() ?? { calls: 0, lagMs: 0, speechQueueMs: 0 };
    const ageMs = clock.now() - this.#startedAt;
    return { ...facts, ...figures, id: this.#id, state: this.#state, ageMs, silentMs: 0 };
  }

  async #joinAs(id: string): Promise<void> {
    const { store, facts, log, clock } = this.#o;
    await within(clock, patienceMs, store.nodes.join({ ...facts, id, at: this.at }));
    if (this.#state === "gone") log.warn("node.joined-anew", { node: id, was: this.#id });
    this.#id = id;
    this.#state = "starting";
    this.#beats?.soon();
  }

  async #sayHow(): Promise<void> {
    const { store, clock, log } = this.#o;
    if (this.#state === "gone") await this.#joinAnew();
    const id = this.#id;
    this.#beat += 1;
    const number = this.#beat;
    const { calls, callsMax, lagMs, speechQueueMs } = this.#row;
    const sentAt = this.at;
    const beaten = await store.nodes.beat({ id, at: sentAt, calls, callsMax, lagMs, speechQueueMs });
    if (number !== this.#beat) return;
    if (beaten === undefined) return await this.#lose();
    const now = clock.now();
    // Assumes equal times in both directions.
    this.#seen = { nodes: beaten.nodes, now, aheadMs: beaten.at - (sentAt + this.at) / 2 };
    this.#silences = afterLook(this.#silences, beaten.nodes, now);
    if (this.#isCutOff) log.info("node.heard-again", { node: id });
    this.#isCutOff = false;
    const row = beaten.nodes.find((node) => node.id === id);
    if (row !== undefined) await this.#agree(row.state);
  }

  /** Another node may have set the state; the wanted one is written until it is stored. */
  async #agree(stored: NodeState): Promise<void> {
    this.#state = stored;
    if (stored === "draining" && !this.#isDraining) {
      this.#isDraining = true;
      this.#o.log.info("node.drained", { node: this.#id });
      this.#duties?.drain();
    }
    const wanted = this.#isDraining ? "draining" : this.#isReady ? "up" : "starting";
    if (wanted !== stored) await this.#tell(wanted);
  }

  /** Sets the state from any other. Another node may have drained this one between two looks, which is not undone. */
  async #tell(to: NodeState): Promise<void> {
    const { store } = this.#o;
    const from: readonly NodeState[] = to === "up" ? ["starting"] : alive;
    if (await store.nodes.setState({ id: this.#id, from, to, at: this.at })) this.#state = to;
  }

  async #lose(): Promise<void> {
    const { log } = this.#o;
    log.error("node.lost", { node: this.#id });
    this.#state = "gone";
    await this.#duties?.lost(this.#id);
    // The next beat did not wait if that took long.
    if (this.#state === "gone") await this.#joinAnew();
  }

  /** Fails while the store does; the next beat retries. */
  #joinAnew(): Promise<void> {
    this.#joining ??= this.#joinAs(newNodeId()).finally(() => (this.#joining = undefined));
    return this.#joining;
  }

  /** A change that the others must know. */
  #changed(change: () => void): void {
    change();
    if (this.#isClosed) return;
    if (this.#beats !== undefined) return this.#beats.soon();
    const wanted = this.#isDraining ? "draining" : "up";
    this.#tell(wanted).catch((error: unknown) => this.#cutOff(error));
  }

  /** No state changes: the store may be away, or this node cut off from it. */
  #cutOff(error: unknown): void {
    const { log, store } = this.#o;
    if (!store.disk.failed(error) && !this.#isCutOff) log.warn("node.cut-off", { node: this.#id, error });
    this.#isCutOff = true;
  }
}
