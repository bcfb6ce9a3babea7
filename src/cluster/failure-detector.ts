// Failure detector: a pure step over what one node has seen of the others, which decides whom it gives up. The
// counted silence is the one that the store knows and that this node has watched, because after an outage of the
// store every node seems silent at first, as it does when the store's clock is set forward.

import type { NodeRow } from "../../db/port/node-store.ts";

/** After so long a node is given up: its sessions are ended, and it has to begin anew. */
export const goneAfterMs = 45_000;
/** From then on it is watched. */
const watchedFromMs = 30_000;
/** Shortest watch: time enough for a living node to report after an outage. */
const watchedMs = 10_000;
/** Between two looks; a longer gap is an outage, or a pause of this node, and its watch begins anew. */
const gapMsMax = 6_000;

export interface Silences {
  /** When it was looked last, and since when without a gap, on the clock's own axis, in milliseconds. */
  readonly lookedAt: number;
  readonly steadySince: number;
  /** Since when each node that may be about to be given up is seen to be silent, by its id. */
  readonly since: ReadonlyMap<string, number>;
}

export const noSilences: Silences = {
  lookedAt: Number.NEGATIVE_INFINITY,
  steadySince: Number.NEGATIVE_INFINITY,
  since: new Map(),
};

/** After a look at the nodes that are not gone. */
export function afterLook(before: Silences, nodes: readonly NodeRow[], now: number): Silences {
  const isGap = now - before.lookedAt > gapMsMax;
  const { steadySince, since } = isGap ? { ...noSilences, steadySince: now } : before;
  const silent = nodes.filter(({ silentMs }) => silentMs >= watchedFromMs);
  return { lookedAt: now, steadySince, since: new Map(silent.map(({ id }) => [id, since.get(id) ?? now])) };
}

/** Whether this node has watched the others long enough to give one up that is silent. */
export function isWatchful({ lookedAt, steadySince }: Silences, now: number): boolean {
  return now - lookedAt <= gapMsMax && now - steadySince >= watchedMs;
}

/** The ids of those to give up. `nodes` are those of the last look, as of now. */
export function givenUp(silences: Silences, nodes: readonly NodeRow[], now: number): string[] {
  if (!isWatchful(silences, now)) return [];
  const { since } = silences;
  const isOver = ({ id, silentMs }: NodeRow): boolean =>
    silentMs >= goneAfterMs && now - (since.get(id) ?? now) >= watchedMs;
  return nodes.filter(isOver).map(({ id }) => id);
}
