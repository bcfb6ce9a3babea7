// German letters: how letters and signs are said and spelled in German.

/** The spelling alphabet of DIN 5009 before 2022, which most people know, and the city names of 2022. */
const names =
  "anton berta cäsar dora emil friedrich gustav heinrich ida julius kaufmann ludwig martha nordpol otto paula quelle richard samuel theodor ulrich viktor wilhelm xanthippe ypsilon zacharias".split(
    " ",
  );
const others =
  "aachen berlin chemnitz düsseldorf essen frankfurt goslar hamburg ingelheim jena köln leipzig münchen nürnberg offenbach potsdam quickborn rostock salzwedel tübingen unna völklingen wuppertal xanten zwickau konrad siegfried zeppelin dieter cesar caesar".split(
    " ",
  );
const nato =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey yankee zulu".split(
    " ",
  );

export const letters: ReadonlyMap<string, string> = new Map(
  [...names, ...others, ...nato].map((word) => [word, word.slice(0, 1)] as const),
);

/** How recognisers write spoken letters that they mistake for words. */
export const letterSounds: ReadonlyMap<string, string> = new Map([
  ["ah", "a"],
  ["be", "b"],
  ["ce", "c"],
  ["tse", "c"],
  ["de", "d"],
  ["eh", "e"],
  ["ef", "f"],
  ["ge", "g"],
  ["ha", "h"],
  ["ih", "i"],
  ["jot", "j"],
  ["ka", "k"],
  ["el", "l"],
  ["em", "m"],
  ["en", "n"],
  ["oh", "o"],
  ["pe", "p"],
  ["ku", "q"],
  ["er", "r"],
  ["es", "s"],
  ["te", "t"],
  ["uh", "u"],
  ["vau", "v"],
  ["we", "w"],
  ["ix", "x"],
  ["iks", "x"],
  ["zett", "z"],
]);

export const asIn: readonly string[] = ["wie", "wie in", "für", "von"];

export const signs: ReadonlyMap<string, string> = new Map([
  ["großes", ""],
  ["kleines", ""],
  ["punkt", "."],
  ["at", "@"],
  ["ät", "@"],
  ["klammeraffe", "@"],
  ["@", "@"],
  ["unterstrich", "_"],
  ["_", "_"],
  ["bindestrich", "-"],
  ["minus", "-"],
  ["strich", "-"],
  ["plus", "+"],
  ["+", "+"],
]);
