// English words about lists: how callers take entries out, change them and point at them.

import type { ListWords } from "../list-words.ts";
import { list } from "../spoken-forms.ts";

export const listWords: ListWords = {
  remove: list(
    "remove, without, take off, take out, take away, delete, drop, cancel, forget, forget about, leave out, leave off, no, not, skip, minus, lose, scratch, strike, don't want, do not want, don't need, do not need, get rid of, omit",
  ),
  removeBehind: list("off, out, away"),
  isolated: list("no, not, scratch, wait"),
  instead: list("instead, rather"),
  insteadOf: list("instead of, rather than, in place of"),
  change: list("make, make it, make that, make them, change, change it, change that, switch, swap, turn"),
  into: list("to, into, for, with"),
  everything: list("everything, all of it, all of them, the whole order, the whole thing, it all, them all"),
  more: list("more, another, additional, extra"),
  add: list("add, plus, as well as, also, and also, order, get, along with, on top"),
  some: list(
    "a few, few, quite a few, a good few, several, some, a bunch of, a bunch, a handful of, a handful, a number of, a load of, loads of, lots of, a lot of, plenty of, many, a round of, enough, any number of, multiple, numerous, a small number of, a bit of, a little",
  ),
  pronouns: new Set(["one", "ones"]),
  it: list("it, that, them, those, that one, this one"),
};
