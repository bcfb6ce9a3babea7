// What can happen in a conversation that is tried, typed or spoken: what its views and the test made of it go by.

export type Happened =
  /** The agent begins to answer: the caller, or their silence, or something from outside. Told of calls only. */
  | { readonly what: "reply" }
  | {
      readonly what: "words";
      readonly text: string;
      readonly how: "said" | "typed";
      /** False: heard, but not understood. */
      readonly understood: boolean;
    }
  | { readonly what: "keys"; readonly keys: string }
  /** The caller is silent on purpose. */
  | { readonly what: "silence" }
  | { readonly what: "hangup" }
  | { readonly what: "sentence"; readonly segment: number; readonly text: string }
  /** The caller cut in: only so much of the sentence was heard. */
  | { readonly what: "cut"; readonly segment: number; readonly heard: string }
  /** `by`: the way that led there, where it is known. */
  | { readonly what: "node"; readonly flow: string; readonly node: string; readonly by?: string }
  /** A value of the flow calls it sensitive: then it is dots. */
  | { readonly what: "variable"; readonly flow: string; readonly name: string; readonly value: unknown }
  /** What it held when the conversation began. */
  | { readonly what: "initial"; readonly flow: string; readonly name: string; readonly value: unknown }
  /** Why the flow did what it did. */
  | { readonly what: "why"; readonly code: string; readonly detail: string }
  | { readonly what: "called"; readonly tool: string; readonly arguments: unknown }
  | {
      readonly what: "answered";
      readonly tool: string;
      readonly ok: boolean;
      readonly answer: unknown;
      /** Of a failure that is one. */
      readonly status?: number;
      /** Nothing was sent: an example service inside this page answered. */
      readonly isExample?: true;
    }
  | { readonly what: "emitted"; readonly event: string; readonly data: unknown }
  | { readonly what: "transfer"; readonly address: string }
  | { readonly what: "transferred"; readonly ok: boolean }
  | { readonly what: "recording"; readonly variable: string }
  /** 0: nothing was said. */
  | { readonly what: "recorded"; readonly seconds: number }
  | { readonly what: "event"; readonly name: string; readonly data: unknown }
  | { readonly what: "outcome"; readonly outcome: string };

/** `atMs` since the conversation began. */
export type Moment = Happened & { readonly atMs: number };

/** Longer conversations are no longer noted; nobody reads on, and no test has as many steps. */
const momentsMax = 5_000;

export function added(log: readonly Moment[], happened: Happened, atMs: number): readonly Moment[] {
  return log.length >= momentsMax ? log : [...log, { ...happened, atMs }];
}
