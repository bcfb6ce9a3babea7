// English words about lists: how callers take entries out, change them and point at them.

import { recordsOf } from "../../records.ts";
import type { Rule } from "../../rules.ts";

export const records: readonly Rule[] = [
  { type: "times", form: "{n} (times|x)" },
  ...recordsOf({
    remove:
      "(remove|without|take off|take out|take away|delete|drop|cancel|forget|forget about|leave out|leave off|skip|minus|lose|scratch|strike|get rid of|omit|(i|we) do n't (want|need)|do n't (want|need)|do not (want|need))",
    away: "(off|out|away)",
    rather: "(instead|rather)",
    insteadOf: "(instead of|rather than|in place of)",
    change: "(make|make it|make that|make them|change|change it|change that|switch|swap|turn)",
    into: "(to|into|for|with|should be)",
    everything:
      "(everything|all|all of (it|them|those|these)|(it|them) all|both|both of (them|those|these)|the whole (order|thing)|every one [of them])",
    more: "(more|another|additional|extra)",
    add: "(add|plus|as well as|also|and also|order|get|along with|on top|[just] one (more|last) thing)",
    and: "and",
    it: "(it|that|them|those|that one|this one)",
    one: "(a|an)",
    the: "(the|these|my|our)",
    of: "of (the|those|these|them|that|my|our)",
    some: "([a|quite a|a good] few|several|some|many|enough|multiple|numerous|plenty of|[a] bunch [of]|[a] handful [of]|a number of|any number of|a small number of|(a load|loads|lots|a lot) of|a round of|a bit of|a little bit of)",
    vague: "[a] couple [of]",
    "place 0.5": "the middle one",
  }),
];
