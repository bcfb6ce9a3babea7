// Placement: a pure choice of the node for a session. Of two random nodes the one with more room is taken: always
// taking the best one would send all calls to it until its next beat.

import type { NodeRow } from "../../db/port/node-store.ts";

/** Callers hear a media clock that is later than a frame is long. */
const lagMsMax = 20;

export interface PlaceRequest {
  /** Reachable nodes; all others are no candidates. */
  readonly nodes: readonly NodeRow[];
  /** Wanted region; another one only if no node of this region has room. */
  readonly region: string;
  /** Program version of the session: needs the same minor version, or a newer one. */
  readonly version: string;
  /** Sessions given to a node recently, which its figures may not show yet. */
  readonly placedLately: (nodeId: string) => number;
  /** Random number from 0 to below 1. */
  readonly random: () => number;
}

/** Undefined if no node has room. */
export function place(placing: PlaceRequest): NodeRow | undefined {
  const fit = placing.nodes.filter((node) => hasRoom(node, placing));
  const inRegion = fit.filter(({ region }) => region === placing.region);
  const candidates = inRegion.length > 0 ? inRegion : fit;
  const { length } = candidates;
  const first = Math.floor(placing.random() * length);
  // Second random node, if there is one.
  const second = (first + 1 + Math.floor(placing.random() * (length - 1))) % length;
  const [one, other] = [candidates[first], candidates[second]];
  if (one === undefined || other === undefined) return one;
  return fullness(other, placing) < fullness(one, placing) ? other : one;
}

/** True if a node takes one more session and can run it. */
export function hasRoom(node: NodeRow, placing: Pick<PlaceRequest, "version" | "placedLately">): boolean {
  return (
    node.state === "up" &&
    node.lagMs < lagMsMax &&
    fullness(node, placing) < 1 &&
    isRecentEnough(node.version, placing.version)
  );
}

/** Share of its places taken, 0 to 1; a node without places is full. */
function fullness(
  { id, calls, callsMax }: NodeRow,
  { placedLately }: Pick<PlaceRequest, "placedLately">,
): number {
  return callsMax > 0 ? (calls + placedLately(id)) / callsMax : 1;
}

/** @internal A text that is no version matches only itself. */
export function isRecentEnough(has: string, asked: string): boolean {
  if (has === asked) return true;
  const [theirs, wanted] = [minorOf(has), minorOf(asked)];
  if (theirs === undefined || wanted === undefined) return false;
  return theirs.major === wanted.major ? theirs.minor >= wanted.minor : theirs.major > wanted.major;
}

function minorOf(version: string): { readonly major: number; readonly minor: number } | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}
