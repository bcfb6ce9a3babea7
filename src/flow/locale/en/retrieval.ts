// English retrieval: how English words are searched for.

import { stemmer } from "@orama/stemmers/english";
import { type Retrieval, wordSet } from "../retrieval.ts";

export const englishRetrieval: Retrieval = {
  stem: stemmer,
  stopWords: wordSet(`
    a about after again all also am an and any anything are aren as ask at be because been being both but by can cannot
    could couldn did didn do does doesn doing don each either else even ever for from get getting go goes going got had
    has hasn have haven having he hello her here hers hi him his how i if in into is isn it its itself just kind know
    let like ll many may maybe me might mine more most much must my need no nor not now of off oh ok okay on one only or
    other our ours out over own please possible quite re really s same say shall she should shouldn so some something
    still such t tell than thank thanks that the their them then there these they thing things this those though to too
    up us use used using ve very want was wasn way we well were weren what when where whether which who whom whose why
    will with without won would wouldn yes yet you your yours
  `),
};
