// Limits of tried words: what a caller may say to a flow that is tried.

export const triedTurnsMax = 200;
/** UTF-16 units of one turn. */
export const triedCharsMax = 2_000;
