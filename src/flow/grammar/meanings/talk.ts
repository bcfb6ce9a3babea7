// Talk: yes and no, marks of corrections, words that may accompany an answer, counted persons, places of options.

import { always, itself, said } from "./meaning.ts";

const same = (a: unknown, b: unknown): unknown => (a === b ? a : undefined);
const joined = (a: number, b: number): number | undefined => (a + b < 40 ? a + b : undefined);
const mark = (what: string) => ({ type: "mark", value: always(what) });
const isPlace = itself((n) => n > 0);

export const talk = {
  yes: { type: "yesno", value: always(true), say: (is: boolean) => (is ? [] : undefined) },
  no: { type: "yesno", value: always(false), say: (is: boolean) => (is ? undefined : []) },
  yesWord: { type: "yesno", value: always(true) },
  noWord: { type: "yesno", value: always(false) },
  yesnoTwice: { type: "yesno", value: same, cost: -0.05 },
  yesnoHedged: { type: "yesno" },
  agreed: { type: "agreed" },
  denied: { type: "denied" },
  right: { type: "right" },
  /** Agreement only if it is alone: "good", "that works". */
  agreement: { type: "agreement", value: always(true) },
  agreementTag: { type: "agreement", value: always(true), cost: -0.1 },
  disagreement: { type: "agreement", value: always(false) },
  /** "That's all", at an offer of more. */
  enough: { type: "enough", value: always(true), cost: -0.05 },
  /** "One more thing", at an offer of more. */
  wish: { type: "wish", value: always(true) },
  not: mark("not"),
  /** The word denies the question's own words, unless the question has it as well. */
  without: mark("without"),
  /** "Isn't it": the caller asks whether it is so. */
  tag: mark("tag"),
  bad: mark("bad"),
  mend: mark("mend"),
  noMark: { type: "mark", value: always("no"), cost: 0.02 },
  instead: mark("instead"),
  or: mark("or"),
  but: mark("but"),
  /** "So four": a conclusion from the earlier words. */
  conclude: mark("conclude"),
  someone: { type: "someone" },
  aside: { type: "aside", value: always(true) },
  reason: { type: "reason", value: always(true) },
  condition: { type: "reason", value: always("if") },
  /** "It's called", "it's about": a free text begins behind it. */
  opening: { type: "opening", value: always(true) },
  lead: { type: "lead", value: always(true) },
  /** "It's", "I'm": a name may follow, or something else. */
  weakLead: { type: "weaklead", value: always(true) },
  firstName: { type: "firstname", value: always(true) },
  lastName: { type: "lastname", value: always(true) },
  memberOne: { type: "member", value: always(1) },
  memberTwo: { type: "member", value: always(2) },
  memberN: { type: "member" },
  partySum: { type: "party", value: joined, cost: 0.02 },
  partyAndI: { type: "party", value: (n: number) => n + 1, cost: -0.02 },
  partyPlus: { type: "party", value: (_self: number, n: number) => n + 1 },
  partyOne: { type: "party", value: always(1), say: said(1) },
  partyTwo: { type: "party", value: always(2) },
  /** "Four couples". */
  partyPairs: { type: "party", value: (n: number) => 2 * n, cost: 0.1 },
  party: { type: "party", say: (n: number) => [n] },
  headcount: { type: "headcount", say: (n: number) => [n], cost: 0.05 },
  headcountTwo: { type: "headcount", value: always(2) },
  ofUs: { type: "headcount" },
  position: { type: "position", say: isPlace },
  positionNumber: { type: "position", say: isPlace },
  positionLast: { type: "position", value: always(-1), say: said(-1) },
  positionMiddle: { type: "position", value: always("middle") },
  /** Sentences around a value, which a recogniser expects. */
  answer: { type: "answer" },
  dictated: { type: "dictated" },
  correction: { type: "correction" },
  complaint: { type: "complaint" },
};
