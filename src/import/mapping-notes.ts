// Mapping notes: the import of features that our language expresses differently, or not at all; the one place to
// change when the language learns one.

import type { Fields } from "./export-data.ts";
import type { Note } from "./source-flow.ts";

export const standIns = {
  globalPrompt: {
    fidelity: "approximate",
    words: "the global prompt becomes the persona, which every model receives",
  },
  personaToo: {
    fidelity: "approximate",
    words: "the global prompt was switched off here, but the persona still applies",
  },
  promptedEnd: {
    fidelity: "approximate",
    words: "a model words this goodbye and states only what the fallback states: add further facts",
  },
  wordedLine: {
    fidelity: "approximate",
    words: "a model words this line from its instruction: write a fallback for calls without a model",
  },
  looseEdge: {
    fidelity: "approximate",
    words: "edges without a destination are left out",
  },
  recordedLine: {
    fidelity: "manual",
    words: "its recording is not imported: write say: {sound: its file or URL, text: its words}",
  },
  promptedLine: {
    fidelity: "approximate",
    words: "the line that a model worded here is left out",
  },
  warmTransfer: {
    fidelity: "approximate",
    words: "the callee first hears a whisper or a summary; the caller is not held on another line meanwhile",
  },
  handoffForAll: {
    fidelity: "manual",
    words: "the message that all three hear when connected is left out",
  },
  comesBack: {
    fidelity: "approximate",
    words: "the PBX must report the caller's return: POST the event call.returned",
  },
  recording: {
    fidelity: "approximate",
    words: "off stores neither audio nor words; on stores what the account's settings allow",
  },
  press: {
    fidelity: "approximate",
    words: "only the keys that its instruction names are pressed, without a model",
  },
  voicemail: {
    fidelity: "approximate",
    words: "the handler 'voicemail' detects answering machines",
  },
  voicemailPrompt: {
    fidelity: "approximate",
    words:
      "a model words the message and states only what the fallback states: write a fallback that names the caller",
  },
  voicemailAction: {
    fidelity: "manual",
    words: "the call ends if an answering machine answers, without any other action",
  },
  model: {
    fidelity: "approximate",
    words: "moved to defaults: the account's provider must have a model of this name",
  },
  temperature: {
    fidelity: "exact",
    words: "moved to defaults: {llm: {temperature: …}}",
  },
  analysis: {
    fidelity: "approximate",
    words: "on_end extracts it after the call, from the caller's words or from variables of the same name",
  },
  reviewed: {
    fidelity: "manual",
    words: "facts extracted after the call need on_end, or a hook on session.ended",
  },
  flexMode: {
    fidelity: "approximate",
    words: "each node is an exit of every conversation, so a model may go there at any time",
  },
  knowledge: {
    fidelity: "manual",
    words: "its documents are not imported: put them under knowledge and write answer_from",
  },
} as const satisfies Readonly<Record<string, Note>>;

export interface ManualStep extends Note {
  /** Event for hooks in its place. */
  readonly event: string;
  /** Key of the node with the subject; none for what its instruction says. */
  readonly about?: string;
}

/** Kind unknown in every system. */
export const unknownKind: ManualStep = {
  event: "import.unknown",
  about: "type",
  fidelity: "manual",
  words: "this kind of node is unknown: hooks receive import.unknown",
};

/** Unread keys of a node or a tool, in one note. */
export function notTakenOver(data: Fields): readonly Note[] {
  const left = data.rest();
  return left.length === 0 ? [] : [{ fidelity: "approximate", words: `not imported: ${left.join(", ")}` }];
}

/** Braces without a name, for a person to read; more than three add nothing. */
export function keptBraces(odd: readonly string[]): readonly Note[] {
  return odd.slice(0, 3).map((each) => ({
    fidelity: "manual",
    words: `'${each.slice(0, 60)}' is not a variable: the text is kept unchanged`,
  }));
}
