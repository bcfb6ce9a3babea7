// Acts: what callers say beside answers, a row each. Every flow hears all of them; each has a sentence in the packs'
// wordings, which a flow words anew by a handler of its name. The phrases are rules of a language's grammar.

interface ActRow {
  readonly name: string;
  /** The author's handler that takes over where the flow has one; `operator` may be the way of `give_up` as well. */
  readonly escalates?: "operator" | "goodbye";
  /** The act leads nowhere, so the fourth in a row is a failed attempt. */
  readonly leadsNowhere?: true;
  /** The act leaves an optional question; at others it leads nowhere. */
  readonly declines?: true;
  /** Whether, and how, the agent repeats its last turn. */
  readonly repeats?: "slower" | "again";
  /** Words that are also something else are that. */
  readonly isCourtesy?: true;
  /** The act counts wherever it is heard among other words, unless it is denied or answers the question. */
  readonly isUrgent?: true;
}

const rows = [
  { name: "greeting", isCourtesy: true },
  { name: "small_talk", isCourtesy: true },
  { name: "thanks", isCourtesy: true },
  { name: "who_are_you" },
  { name: "why_asked" },
  { name: "so_far" },
  { name: "help" },
  { name: "cannot_answer", leadsNowhere: true },
  { name: "opening" },
  { name: "not_that", leadsNowhere: true },
  { name: "slower", repeats: "slower" },
  { name: "louder", repeats: "again" },
  { name: "dont_know", declines: true },
  { name: "dont_have", declines: true },
  { name: "refusal", declines: true },
  { name: "never_mind", escalates: "goodbye" },
  { name: "call_later", escalates: "goodbye" },
  { name: "goodbye" },
  { name: "insult" },
  { name: "complaint", escalates: "operator" },
  { name: "operator", escalates: "operator" },
  { name: "emergency", escalates: "operator", isUrgent: true },
] as const satisfies readonly ActRow[];

export type ActName = (typeof rows)[number]["name"];

export interface CallerAct extends ActRow {
  readonly name: ActName;
}

export const acts: readonly CallerAct[] = rows;

/** Names of the acts that count only if the caller said nothing else. */
export const courtesies: ReadonlySet<string> = new Set(
  acts.flatMap(({ name, isCourtesy }) => (isCourtesy === true ? [name] : [])),
);

/** Facts that the sentence of an act may name. */
export interface ActFacts {
  /** The flow as its author calls it; empty where it has no name. */
  readonly flow: string;
  /** The facts so far, in sentences; empty where that is nothing. */
  readonly filled: string;
}

export type ActWordings = Readonly<Record<ActName, (facts: ActFacts) => string>>;
