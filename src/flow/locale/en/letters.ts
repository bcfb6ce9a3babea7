// English letters: how letters and signs are said and spelled in English.

const nato =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu".split(
    " ",
  );

export const letters: ReadonlyMap<string, string> = new Map([
  ...nato.map((word) => [word, word.slice(0, 1)] as const),
  ["alfa", "a"],
  ["juliett", "j"],
  ["whisky", "w"],
  ["zed", "z"],
  ["zee", "z"],
]);

/** How recognisers write spoken letters that they mistake for words. */
export const letterSounds: ReadonlyMap<string, string> = new Map([
  ["ay", "a"],
  ["eh", "a"],
  ["bee", "b"],
  ["be", "b"],
  ["see", "c"],
  ["sea", "c"],
  ["dee", "d"],
  ["ee", "e"],
  ["ef", "f"],
  ["eff", "f"],
  ["gee", "g"],
  ["aitch", "h"],
  ["eye", "i"],
  ["jay", "j"],
  ["kay", "k"],
  ["el", "l"],
  ["em", "m"],
  ["en", "n"],
  ["pee", "p"],
  ["queue", "q"],
  ["cue", "q"],
  ["ar", "r"],
  ["are", "r"],
  ["ess", "s"],
  ["tea", "t"],
  ["tee", "t"],
  ["you", "u"],
  ["vee", "v"],
  ["double you", "w"],
  ["double u", "w"],
  ["ex", "x"],
  ["x ray", "x"],
  ["why", "y"],
  ["wye", "y"],
]);

export const asIn: readonly string[] = ["as in", "for", "like", "like in", "as"];

export const signs: ReadonlyMap<string, string> = new Map([
  ["capital", ""],
  ["uppercase", ""],
  ["dot", "."],
  ["period", "."],
  ["full stop", "."],
  ["at sign", "@"],
  ["point", "."],
  ["at", "@"],
  ["at sign", "@"],
  ["@", "@"],
  ["underscore", "_"],
  ["under score", "_"],
  ["_", "_"],
  ["dash", "-"],
  ["hyphen", "-"],
  ["minus", "-"],
  ["plus", "+"],
  ["+", "+"],
]);
