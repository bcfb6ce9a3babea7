// Limits of tried words: what a caller may say to a flow in a trial.

export const triedTurnsMax = 200;
/** UTF-16 units of one turn. */
export const triedCharsMax = 2_000;
