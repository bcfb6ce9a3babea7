// Membership of a node: it joins those that share the data, reports itself every two seconds, learns the state of the
// others from the answers, and says goodbye. A node that was given up meanwhile drops what it has and begins anew
// under another id.

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
   * No other process can have opened the data: leftover sessions are ended. Unless given so where it is not shared.
   */
  readonly endsOthers?: boolean;
  /** Nodes among these whose sessions continue here. */
  readonly carried?: readonly string[] | undefined;
  /** Facts that stay for its lifetime. */
  readonly facts: Omit<NewNode, "id">;
}

/** Duties of a node towards its own work. */
export interface NodeDuties {
  readonly figures: () => NodeFigures;
  /** Resolves when calls can be taken; a node for which it rejects stays `starting`. */
  readonly ready: Promise<void>;
  /**
   * The node was given up, and its open work was ended by another: drops all of it and writes nothing. It has a new id
   * when this has resolved.
   */
  readonly lost: (id: string) => void | Promise<void>;
  /** Another process has asked this node to drain. */
  readonly drain: () => void;
}

/** Interval of the beats. */
const beatMs = 2_000;
/** A beat that has no answer by then has none: the next may get another connection. */
const patienceMs = 5_000;
const alive = ["starting", "up", "draining"] as const satisfies readonly NodeState[];

export class Membership implements AsyncDisposable {
  readonly #o: NodeOptions;
  /** The wall clock of the moment at which this began, when `now()` was 0: one that is set later changes nothing. */
  readonly #epoch: number;
  readonly #startedAt: number;
  #id: string = newNodeId();
  #state: NodeState = "starting";
  #isReady = false;
  #isDraining = false;
  #duties: NodeDuties | undefined;
  #beats: PeriodicTask | undefined;
  /** The nodes of the last answer, when that was, and by how much the store's clock is ahead. */
  #seen: { readonly nodes: readonly NodeRow[]; readonly now: number; readonly aheadMs: number };
  #silences = noSilences;
  /** Number of the last beat: answers that come after the next one are too old. */
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
   * Joins as `starting`. The one that is alone first ends what others left open; of those, the ones with hooks are
   * returned. Rejects when the store does.
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

  /** Begins to beat, unless it is alone. */
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

  /** Another one after it was given up: to be asked for each time. */
  get id(): string {
    return this.#id;
  }

  /** As it sees itself; `gone` from the moment at which it learns that it was given up until it has joined again. */
  get state(): NodeState {
    return this.#state;
  }

  /** As of now; while the store is away the others grow silent. */
  get view(): ClusterView {
    const { nodes, now } = this.#seen;
    const others = nodes.filter(({ id }) => id !== this.#id);
    return new ClusterView([this.#row, ...aged(others, this.#o.clock.now() - now)]);
  }

  /** Whether it has watched the others long enough to give up one that is silent. */
  get isWatchful(): boolean {
    return isWatchful(this.#silences, this.#o.clock.now());
  }

  /** Nodes that this one has watched being silent for too long. */
  get givenUp(): readonly string[] {
    const { view } = this;
    const others = view.nodes.filter(({ id }) => id !== this.#id);
    return givenUp(this.#silences, others, this.#o.clock.now());
  }

  /** Now, for the store, if it has no clock of its own: epoch milliseconds that only go forward. */
  get at(): number {
    return this.#epoch + this.#o.clock.now();
  }

  /** Now, by the clock that all nodes share, as well as this node knows it. Epoch milliseconds. */
  get sharedAt(): number {
    return this.at + this.#seen.aheadMs;
  }

  /** No new sessions are to come here. Their placing nodes learn it by the next beat. */
  drain(): void {
    this.#changed(() => (this.#isDraining = true));
  }

  /** Says goodbye. Its sessions are over by then. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#beats?.[Symbol.asyncDispose]();
    const told = within(this.#o.clock, patienceMs, this.#tell("gone"));
    await told.catch((error: unknown) => this.#cutOff(error));
  }

  /** Row of this node, as it is now. */
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
    // As if both ways took the same time.
    this.#seen = { nodes: beaten.nodes, now, aheadMs: beaten.at - (sentAt + this.at) / 2 };
    this.#silences = afterLook(this.#silences, beaten.nodes, now);
    if (this.#isCutOff) log.info("node.heard-again", { node: id });
    this.#isCutOff = false;
    const row = beaten.nodes.find((node) => node.id === id);
    if (row !== undefined) await this.#agree(row.state);
  }

  /** Another may have set the state; the wished state is written until it stands there. */
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

  /** From any state. Between two looks it may have been drained by another, which is not undone. */
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
    // When that took long, the next beat has not waited for it.
    if (this.#state === "gone") await this.#joinAnew();
  }

  /** Fails while the store does; the next beat tries it again. */
  #joinAnew(): Promise<void> {
    this.#joining ??= this.#joinAs(newNodeId()).finally(() => (this.#joining = undefined));
    return this.#joining;
  }

  /** Something that the others are to know. */
  #changed(change: () => void): void {
    change();
    if (this.#isClosed) return;
    if (this.#beats !== undefined) return this.#beats.soon();
    const wanted = this.#isDraining ? "draining" : "up";
    this.#tell(wanted).catch((error: unknown) => this.#cutOff(error));
  }

  /** Nothing changes by that: the store may be away, or this node cut off from it. */
  #cutOff(error: unknown): void {
    const { log, store } = this.#o;
    if (!store.disk.failed(error) && !this.#isCutOff) log.warn("node.cut-off", { node: this.#id, error });
    this.#isCutOff = true;
  }
}
