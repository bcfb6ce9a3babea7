// Words about lists: the contract of a language's words for taking entries out of a list and changing them.

export interface ListWords {
  /** Before what is taken out: "remove", "without". */
  readonly remove: readonly string[];
  /** Behind it: "raus". */
  readonly removeBehind: readonly string[];
  /** Of `remove`, those that take out only what stands right behind them: "no cola". */
  readonly isolated: readonly string[];
  /** What was said replaces an entry: "two small ones instead". */
  readonly instead: readonly string[];
  /** Before what is replaced: "instead of". */
  readonly insteadOf: readonly string[];
  /** Before what is changed: "make the second one". */
  readonly change: readonly string[];
  /** Between what is changed and what it becomes: "change the cola to a tea". */
  readonly into: readonly string[];
  readonly everything: readonly string[];
  /** "Two more", "another". */
  readonly more: readonly string[];
  /** They add, and say nothing else: "plus". */
  readonly add: readonly string[];
  /** Stand for what was named before: "a small one". */
  readonly pronouns: ReadonlySet<string>;
  /** Makes a count of a number word: "zweimal". */
  readonly timesSuffix?: string;
  /** Before what is ordered: some of it, nobody knows how much or how many: "a few". */
  readonly some: readonly string[];
  /** The last entry: "make it two". */
  readonly it: readonly string[];
}
