// Mapping notes: how a feature that our language says in another way, or not at all, is imported; the one place to change
// when the language learns it.

import type { Note } from "./source-flow.ts";

export const standIns = {
  globalPrompt: {
    fidelity: "approximate",
    words: "the global prompt is the persona: a model is told it wherever one speaks",
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
  promptedLine: {
    fidelity: "approximate",
    words: "a model worded this line, which is left out",
  },
  warmTransfer: {
    fidelity: "approximate",
    words: "who answers hears a whisper or a summary first; the caller is not kept on another line meanwhile",
  },
  handoffForAll: {
    fidelity: "manual",
    words: "what all three hear when they are connected is left out",
  },
  press: {
    fidelity: "approximate",
    words: "the only keys that its instruction names are pressed, without a model",
  },
  voicemail: {
    fidelity: "approximate",
    words: "answering machines are told from people by the handler 'voicemail'",
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
    words: "it stands under defaults: the account's provider has to know a model of this name",
  },
  temperature: {
    fidelity: "exact",
    words: "it stands under defaults: {llm: {temperature: …}}",
  },
  analysis: {
    fidelity: "manual",
    words: "what is found out after the call is left to a hook on session.ended",
  },
  knowledge: {
    fidelity: "manual",
    words: "its documents stay behind: put them under knowledge and write answer_from",
  },
} as const satisfies Readonly<Record<string, Note>>;

export interface ManualStep extends Note {
  /** What hooks are told instead. */
  readonly event: string;
  /** The key of the node that says what about; none for what its instruction says. */
  readonly about?: string;
}

const manual = "manual" as const;

/** Kinds of Retell's nodes that nothing of ours does. */
export const manualSteps: ReadonlyMap<string, ManualStep> = new Map([
  [
    "press_digit",
    {
      event: "press.wanted",
      fidelity: manual,
      words:
        "a model decides which keys are pressed: hooks are told by press.wanted; write press with the keys",
    },
  ],
  [
    "sms",
    { event: "sms.wanted", fidelity: manual, words: "no message is sent: hooks are told by sms.wanted" },
  ],
  [
    "code",
    {
      event: "code.wanted",
      about: "name",
      fidelity: manual,
      words: "foreign code is not run: hooks are told by code.wanted; make it a tool",
    },
  ],
  [
    "mcp",
    {
      event: "mcp.wanted",
      about: "mcp_tool_name",
      fidelity: manual,
      words: "the tool of an MCP server is not called: hooks are told by mcp.wanted",
    },
  ],
  [
    "agent_swap",
    {
      event: "agent.wanted",
      about: "agent_id",
      fidelity: manual,
      words: "the other agent is not called: hooks are told by agent.wanted; import it, too, and write call",
    },
  ],
  [
    "cancel_transfer",
    {
      event: "cancel.wanted",
      fidelity: manual,
      words: "no transfer is open that could be cancelled: hooks are told by cancel.wanted",
    },
  ],
  [
    "calendar",
    {
      event: "calendar.wanted",
      about: "tool_id",
      fidelity: manual,
      words: "the calendar is not asked: hooks are told by calendar.wanted; make it a tool",
    },
  ],
  [
    "tool",
    {
      event: "tool.wanted",
      about: "tool_id",
      fidelity: manual,
      words: "its tool is not in the export: hooks are told by tool.wanted",
    },
  ],
  [
    "component",
    {
      event: "component.wanted",
      about: "component_id",
      fidelity: manual,
      words: "its component is not in the export: hooks are told by component.wanted",
    },
  ],
]);

/** A kind that neither system is known to have. */
export const unknownKind: ManualStep = {
  event: "import.unknown",
  about: "type",
  fidelity: manual,
  words: "this kind of node is unknown: hooks are told by import.unknown",
};
