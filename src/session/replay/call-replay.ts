// Replay of calls: the recorded calls of a flow, page by page, on a version that is not live yet. Nothing is stored
// or sent: words, tool answers and times come from the record.

import type { CallKey, CallRow } from "../../../db/port/call-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { bulkWork } from "../../base/limits/bulk-work.ts";
import type { FlowReader } from "../../cloud/flow-reader.ts";
import { getFlow, getRevision } from "../../cloud/stored-flows.ts";
import type { KeptCall } from "../../flow/author/replay/kept-call.ts";
import type { ReplayedCall } from "../../flow/author/replay/replay-comparison.ts";
import type { Program } from "../../flow/language/program.ts";
import { keptCallOf } from "./kept-calls.ts";

export { replayResults } from "../../flow/author/replay/replay-comparison.ts";
export { replayEnds } from "../../flow/author/replay/replayed-conversation.ts";

/** Calls per page. */
export const replayedAtOnceMax = 200;

export interface ReplayWanted {
  readonly accountId: string;
  readonly flowId: string;
  /** Version to try: a text or a revision; default: the newest. */
  readonly text?: string | undefined;
  readonly revision?: number | undefined;
  /** Range of start times, end exclusive: epoch milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Last call of the previous page. */
  readonly after?: Pick<CallRow, "createdAt" | "id"> | undefined;
  readonly limit: number;
}

/**
 * Why a call is not replayed. `no_words`: none stored, or none said. `revision_gone`: its revision is deleted.
 * `cannot_run`: its revision can no longer run.
 */
export const replayHindrances = ["no_words", "revision_gone", "cannot_run"] as const;
export type ReplayHindrance = (typeof replayHindrances)[number];

export interface TriedCall {
  readonly id: string;
  readonly createdAt: number;
  readonly revision: number | null;
  readonly replay: ReplayedCall | ReplayHindrance;
}

export interface ReplayPage {
  /** Newest first. */
  readonly calls: readonly TriedCall[];
  /** Undefined: no earlier calls. */
  readonly last: Pick<CallRow, "createdAt" | "id"> | undefined;
}

export interface ReplayParts {
  readonly store: Pick<Store, "of">;
  readonly reader: Pick<FlowReader, "stored" | "preview" | "replay">;
}

/** Rejects with `flow/not-found`, `flow/revision-not-found`, and `flow/invalid` for a version that cannot run. */
export async function replayCalls(parts: ReplayParts, wanted: ReplayWanted): Promise<ReplayPage> {
  const { accountId, flowId, from, to, after, limit } = wanted;
  const versions = new Versions(parts, wanted);
  await versions.tried();
  const page = { accountId, flowId, status: "ended", from, to, after, limit: limit + 1 } as const;
  const { calls } = parts.store.of(accountId);
  const rows = await bulkWork.run(accountId, () => calls.page(page));
  const tried = await replayRows(parts, { versions, accountId, rows: rows.slice(0, limit), withTalk: false });
  const isAll = rows.length <= limit && tried.length === rows.length;
  return { calls: tried, last: isAll ? undefined : rows[tried.length - 1] };
}

/** One call with all words in both versions. Rejects with `session/not-found` too. */
export async function replayOne(
  parts: ReplayParts,
  { sessionId, ...wanted }: Omit<ReplayWanted, "from" | "to" | "after" | "limit"> & CallKey,
): Promise<TriedCall> {
  const { accountId, flowId } = wanted;
  const versions = new Versions(parts, wanted);
  await versions.tried();
  const row = await parts.store.of(accountId).calls.find({ accountId, sessionId });
  if (row === undefined || row.flowId !== flowId || row.endedAt === null) throw callNotFound();
  const [tried] = await replayRows(parts, { versions, accountId, rows: [row], withTalk: true });
  return tried ?? { ...headOf(row), replay: "no_words" };
}

function callNotFound(): Fault {
  return new Fault("session/not-found", "This flow has no such call that is over: GET /v1/calls lists them.");
}

interface RowsToReplay {
  readonly versions: Versions;
  readonly accountId: string;
  readonly rows: readonly CallRow[];
  readonly withTalk: boolean;
}

/** Replays at least the first rows: as many as one job of each revision has time for. */
async function replayRows(parts: ReplayParts, of: RowsToReplay): Promise<readonly TriedCall[]> {
  const { versions, rows, accountId, withTalk } = of;
  const after = await versions.tried();
  const tried: TriedCall[] = [];
  while (tried.length < rows.length) {
    const run = sameRevision(rows.slice(tried.length));
    const revision = run[0]?.flowRevision ?? null;
    const before = await versions.of(revision);
    const kept = await Promise.all(run.map((row) => keptOf(parts, accountId, row)));
    const calls = typeof before === "string" ? [] : kept.filter((each) => each !== undefined);
    const replayed =
      typeof before === "string" || calls.length === 0
        ? []
        : await parts.reader.replay({ before, after, calls, withTalk }, accountId);
    const byId = new Map(replayed.map((each) => [each.id, each]));
    for (const [at, row] of run.entries()) {
      const replay =
        typeof before === "string" ? before : kept[at] === undefined ? "no_words" : byId.get(row.id);
      if (replay === undefined) return tried;
      tried.push({ ...headOf(row), replay });
    }
  }
  return tried;
}

function sameRevision(rows: readonly CallRow[]): readonly CallRow[] {
  const end = rows.findIndex(({ flowRevision }) => flowRevision !== rows[0]?.flowRevision);
  return end < 0 ? rows : rows.slice(0, end);
}

async function keptOf(
  { store }: ReplayParts,
  accountId: string,
  row: CallRow,
): Promise<KeptCall | undefined> {
  const key = { accountId, sessionId: row.id };
  const session = await bulkWork.run(accountId, () => store.of(accountId).sessions.find(key));
  return session && keptCallOf({ ...row, ...session.row }, session.events);
}

const headOf = ({ id, createdAt, flowRevision }: CallRow): Omit<TriedCall, "replay"> => ({
  id,
  createdAt,
  revision: flowRevision,
});

/** The tried version and the calls' versions, each read once. */
class Versions {
  readonly #parts: ReplayParts;
  readonly #wanted: Omit<ReplayWanted, "limit">;
  readonly #byRevision = new Map<number, Promise<Program | ReplayHindrance>>();
  #tried: Promise<Program> | undefined;

  constructor(parts: ReplayParts, wanted: Omit<ReplayWanted, "limit">) {
    this.#parts = parts;
    this.#wanted = wanted;
  }

  tried(): Promise<Program> {
    return (this.#tried ??= this.#readTried());
  }

  of(revision: number | null): Promise<Program | ReplayHindrance> {
    if (revision === null) return Promise.resolve("revision_gone");
    return this.#byRevision.getOrInsertComputed(revision, () => this.#read(revision));
  }

  async #readTried(): Promise<Program> {
    const { store, reader } = this.#parts;
    const { accountId, flowId, text, revision } = this.#wanted;
    const key = { accountId, flowId };
    // A text is tried only on a flow of the same account.
    const newest = await getFlow(store, key);
    if (text !== undefined) return (await reader.preview(text, accountId)).program;
    return await reader.stored(
      revision === undefined ? newest : await getRevision(store, { ...key, revision }),
    );
  }

  async #read(revision: number): Promise<Program | ReplayHindrance> {
    const { store, reader } = this.#parts;
    const { accountId, flowId } = this.#wanted;
    try {
      return await reader.stored(await getRevision(store, { accountId, flowId, revision }));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.code === "flow/revision-not-found") return "revision_gone";
      if (error.code === "flow/invalid") return "cannot_run";
      throw error;
    }
  }
}
