// Verbs: one row for each kind of node, with all facts that the language derives from it. Checks, model and
// author's tools ask the row, so that a new verb is added here only.

interface VerbFacts {
  readonly doc: string;
  /** Asks for variables. */
  readonly asks?: true;
  /** Waits for the caller's words, and gives up after failures. */
  readonly listens?: true;
  /** Says its line and continues, so that a model may word the line. */
  readonly speaks?: true;
  /** Depends on something that may fail: a server, a person, a model. */
  readonly isOutside?: true;
  /** Ends the flow: nothing comes next. */
  readonly isLast?: true;
  /** Continues by exits instead of `next`. */
  readonly hasExits?: true;
}

/** `say` is a node without any other verb. */
export const verbFacts = {
  say: {
    doc: "Speaks its say, if it has one, and continues. Without say, next must be a list of conditions.",
    speaks: true,
  },
  ask: {
    doc: "Asks for one or several variables. One answer can fill more than one.",
    asks: true,
    listens: true,
  },
  menu: { doc: "Asks for a choice and continues by option.", asks: true, listens: true },
  converse: {
    doc: "Lets a language model talk freely until an exit. Its words are spoken while it writes. Values, exits and tools take effect when its answer is complete.",
    listens: true,
    isOutside: true,
    hasExits: true,
  },
  answer_from: {
    doc: "Answers the caller's question from the flow's knowledge. In a node with a question, it is not the verb: it lets callers ask questions of their own, after which the node repeats its question.",
    listens: true,
  },
  tool: {
    doc: "Makes an HTTP request. say is spoken only if there is no answer after 600 ms.",
    isOutside: true,
  },
  call: { doc: "Runs another flow and returns.", speaks: true, isOutside: true },
  transfer: {
    doc: "Transfers the call to tel:, sip:, or a name configured on the server.",
    speaks: true,
    isOutside: true,
    isLast: true,
  },
  wait: { doc: "Pauses, or waits for an event sent to the session.", speaks: true },
  record: { doc: "Records the caller's words.", speaks: true },
  press: {
    doc: "Presses phone keys for the other side after the spoken words: 0 to 9, * and #. w is a pause of half a second.",
    speaks: true,
  },
  end: { doc: "Says goodbye and ends the call with an outcome.", speaks: true, isLast: true },
} as const satisfies Readonly<Record<string, VerbFacts>>;

export type Verb = keyof typeof verbFacts;

/** In the order of the language's reference pages. */
export const verbs = Object.keys(verbFacts) as readonly Verb[];

/** Whether a verb has a fact; false for a word that is no verb. */
export function isVerbThat(fact: Exclude<keyof VerbFacts, "doc">, verb: string): boolean {
  return verbs.some((each) => each === verb && (verbFacts[each] as VerbFacts)[fact] === true);
}

export const verbsThat = (fact: Exclude<keyof VerbFacts, "doc">): readonly Verb[] =>
  verbs.filter((verb) => isVerbThat(fact, verb));
