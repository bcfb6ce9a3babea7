// Node id: the name of one process among those that share the data, short enough to stand in tokens.

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const idChars = 7;

/** Such as `nk3x7a2m`: made anew at each start, so that what an earlier process left is never taken for this one's. */
export function newNodeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idChars));
  return `n${Array.from(bytes, (byte) => letters[byte % letters.length]).join("")}`;
}

/** The node in an id of what lies in its memory, such as `pc_nk3x7a2m_5f0c`; undefined: none is named. */
export function nodeIn(id: string): string | undefined {
  return /^[a-z]+_(n[a-z2-7]{7})_/.exec(id)?.[1];
}
