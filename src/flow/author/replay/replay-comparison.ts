// Replay comparison: what another version of a flow makes of a recorded call. Pure.

import type { Program } from "../../language/program.ts";
import type { Value } from "../../value/value.ts";
import { folded } from "../testing/text-match.ts";
import { type KeptCall, maskedWords } from "./kept-call.ts";
import { playAfter, playBefore, type RecordDifference } from "./replay-call.ts";
import type { EndKind, Play, PlayedTurn, PlayEnd, ReplayDoing } from "./replayed-conversation.ts";
import { toldEnd } from "./told-end.ts";

/**
 * `lost`: the caller has no answer for the new version. `changed`: another end, outcome, value, tool or number of
 * turns. `reworded`: only other words. `differs_already`: its own version differs from the record.
 */
export const replayResults = ["lost", "changed", "reworded", "same", "differs_already"] as const;
export type ReplayResult = (typeof replayResults)[number];

export interface ReplaySide {
  readonly outcome: string | null;
  readonly end: PlayEnd;
  /** The end as a sentence. */
  readonly told: string;
  /** Acts of the caller. */
  readonly turns: number;
  /** Tools in the order of their calls. */
  readonly tools: readonly string[];
  readonly talk: readonly PlayedTurn[];
}

export interface ReplayedCall {
  readonly id: string;
  readonly result: ReplayResult;
  readonly before: ReplaySide;
  readonly after: ReplaySide;
  /** Only changed values; sensitive ones masked. */
  readonly values: readonly { readonly name: string; readonly before: Value; readonly after: Value }[];
  /** Index of the first turn that differs between the two; null: none does. */
  readonly firstDifference: number | null;
  /** Between the record and its own version. */
  readonly fromRecord: RecordDifference | null;
  /** Lines of the caller that the new version does not ask for. */
  readonly unsaid: readonly string[];
  /** Tools that got the record's answer to other arguments. */
  readonly otherwise: readonly string[];
  /** Number of made-up fitting words in place of masked ones, in both versions. */
  readonly standIns: number;
  /** A model was asked for the caller's meaning in one version: it is not asked here. */
  readonly missesModel: boolean;
}

export interface ReplayVersions {
  /** Version of the calls. */
  readonly before: Program;
  readonly after: Program;
}

export function replayCall(call: KeptCall, versions: ReplayVersions, doing: ReplayDoing): ReplayedCall {
  const before = playBefore(versions.before, call, doing);
  const after = playAfter(versions.after, call, { before, doing });
  const values = changedValues(before, after, versions);
  const firstDifference = firstOf(before.turns, after.turns);
  const isChanged =
    values.length > 0 ||
    before.outcome !== after.outcome ||
    !isSameEnd(before.end, after.end) ||
    before.turns.length !== after.turns.length ||
    JSON.stringify(before.asked) !== JSON.stringify(after.asked);
  const result = resultOf({ before, after, isChanged, isReworded: firstDifference !== null });
  return {
    id: call.id,
    result: before.difference === undefined ? result : "differs_already",
    before: sideOf(before),
    after: sideOf(after),
    values,
    firstDifference,
    fromRecord: before.difference ?? null,
    unsaid: after.unsaid,
    otherwise: after.otherwise,
    standIns: before.standIns + after.standIns,
    missesModel: before.modelsMissed + after.modelsMissed > 0,
  };
}

interface Compared {
  readonly before: Play;
  readonly after: Play;
  readonly isChanged: boolean;
  readonly isReworded: boolean;
}

function resultOf({ before, after, isChanged, isReworded }: Compared): ReplayResult {
  if (after.end.kind === "lost" && !(before.end.kind === "lost" && !isChanged)) return "lost";
  if (isChanged) return "changed";
  return isReworded ? "reworded" : "same";
}

/** A question may be worded anew. */
function isSameEnd(one: PlayEnd, other: PlayEnd): boolean {
  const named: ReadonlySet<EndKind> = new Set<EndKind>(["tool", "knowledge", "transfer", "model"]);
  return one.kind === other.kind && (!named.has(one.kind) || one.about === other.about);
}

function sideOf({ outcome, end, turns, asked }: Play): ReplaySide {
  const acts = turns.filter(({ caller }) => caller !== null).length;
  const told = toldEnd(end, outcome);
  return { outcome, end, told, turns: acts, tools: asked.map(({ tool }) => tool), talk: turns };
}

function changedValues(one: Play, other: Play, { before, after }: ReplayVersions) {
  const names = new Set([...before.variables.keys(), ...after.variables.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [one.values[name] ?? null, other.values[name] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const isHidden = [before, after].some(({ variables }) => variables.get(name)?.sensitive === true);
    const shown = (value: Value): Value => (isHidden && value !== null ? maskedWords : value);
    return [{ name, before: shown(was), after: shown(is) }];
  });
}

function firstOf(before: readonly PlayedTurn[], after: readonly PlayedTurn[]): number | null {
  const isSame = (at: number): boolean => {
    const [one, other] = [before[at], after[at]];
    return one?.caller === other?.caller && folded(one?.agent ?? "") === folded(other?.agent ?? "");
  };
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at++) if (!isSame(at)) return at;
  return null;
}
