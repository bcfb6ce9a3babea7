// Node id: the name of one process among those that share the data, short enough to stand in tokens.

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const idChars = 7;

/** Such as `nk3x7a2m`: made anew at each start, so that what an earlier process left is never taken for this one's. */
export function newNodeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idChars));
  return `n${Array.from(bytes, (byte) => letters[byte % letters.length]).join("")}`;
}
