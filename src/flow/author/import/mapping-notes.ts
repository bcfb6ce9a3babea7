// Mapping notes: how a feature that our language says in another way, or not at all, is imported; the one place to change
// when the language learns it.

import type { Fields } from "./export-data.ts";
import type { Note } from "./source-flow.ts";

export const standIns = {
  globalPrompt: {
    fidelity: "approximate",
    words: "the global prompt is the persona, which each model gets",
  },
  personaToo: {
    fidelity: "approximate",
    words: "here the global prompt was switched off, and the persona holds all the same",
  },
  promptedEnd: {
    fidelity: "approximate",
    words: "a model words this goodbye within what the fallback states: add facts that it may state, too",
  },
  wordedLine: {
    fidelity: "approximate",
    words: "a model words this line from its instruction: write the fallback that is spoken without one",
  },
  looseEdge: {
    fidelity: "approximate",
    words: "edges without a destination lead nowhere there, and are left out",
  },
  recordedLine: {
    fidelity: "manual",
    words: "its recording is not taken over: write say: {sound: its file or address, text: what it says}",
  },
  promptedLine: {
    fidelity: "approximate",
    words: "a model worded this line, which is left out",
  },
  warmTransfer: {
    fidelity: "approximate",
    words: "the callee hears a whisper or a summary first; the caller is not kept on another line meanwhile",
  },
  handoffForAll: {
    fidelity: "manual",
    words: "the message that all three hear when connected is left out",
  },
  comesBack: {
    fidelity: "approximate",
    words: "the switch reports the caller's return: POST the event call.returned",
  },
  recording: {
    fidelity: "approximate",
    words: "off keeps neither sound nor words; on keeps what the account keeps",
  },
  press: {
    fidelity: "approximate",
    words: "the only keys that its instruction names are pressed, without a model",
  },
  voicemail: {
    fidelity: "approximate",
    words: "the handler 'voicemail' tells answering machines from people",
  },
  voicemailPrompt: {
    fidelity: "approximate",
    words: "a model words the message within what the fallback states: write a fallback that says who called",
  },
  voicemailAction: {
    fidelity: "manual",
    words: "the call ends where an answering machine picks up: nothing else is done there",
  },
  model: {
    fidelity: "approximate",
    words: "it is under defaults: the account's provider must have a model of this name",
  },
  temperature: {
    fidelity: "exact",
    words: "it is under defaults: {llm: {temperature: …}}",
  },
  analysis: {
    fidelity: "approximate",
    words: "on_end finds it out after the call, in the caller's own words or in variables of the same name",
  },
  reviewed: {
    fidelity: "manual",
    words: "facts found after the call are left to on_end, or to a hook on session.ended",
  },
  flexMode: {
    fidelity: "approximate",
    words: "each node is an exit of every conversation, so that a model may go there at any time",
  },
  knowledge: {
    fidelity: "manual",
    words: "its documents stay behind: put them under knowledge and write answer_from",
  },
} as const satisfies Readonly<Record<string, Note>>;

export interface ManualStep extends Note {
  /** Event for hooks in its place. */
  readonly event: string;
  /** The key of the node that says what about; none for what its instruction says. */
  readonly about?: string;
}

/** A kind that no system is known to have. */
export const unknownKind: ManualStep = {
  event: "import.unknown",
  about: "type",
  fidelity: "manual",
  words: "this kind of node is unknown: hooks receive import.unknown",
};

/** Keys of a node or a tool that no rule has read, in one note. */
export function notTakenOver(data: Fields): readonly Note[] {
  const left = data.rest();
  return left.length === 0 ? [] : [{ fidelity: "approximate", words: `not taken over: ${left.join(", ")}` }];
}
