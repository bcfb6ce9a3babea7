// Node id: the name of one process among those that share the data, short enough for tokens.

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const idChars = 7;

/**
 * Id of a node, for example `nk3x7a2m`: new at each start, so leftovers of an earlier process are never taken for this
 * one's.
 */
export function newNodeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idChars));
  return `n${Array.from(bytes, (byte) => letters[byte % letters.length]).join("")}`;
}

/** Node in the id of an object in its memory, such as `pc_nk3x7a2m_5f0c`; undefined: none. */
export function nodeIn(id: string): string | undefined {
  return /^[a-z]+_(n[a-z2-7]{7})_/.exec(id)?.[1];
}
