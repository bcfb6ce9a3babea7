// Stand-ins: how what our language says in another way, or not at all, is imported; the one place to change when it
// learns to.

import type { Note } from "./source-flow.ts";

export const standIns = {
  globalPrompt: {
    fidelity: "approximate",
    words: "the global prompt is the variable 'instructions', which each conversation begins with",
  },
  promptedEnd: {
    fidelity: "approximate",
    words: "a model worded this goodbye; a fixed one stands in its place",
  },
  promptedLine: {
    fidelity: "approximate",
    words: "a model worded this line, which is left out",
  },
  press: {
    fidelity: "manual",
    words: "keys are not pressed from a flow: hooks are told by press.wanted",
  },
  warmTransfer: {
    fidelity: "manual",
    words: "a warm transfer became a cold one: who answers is told nothing beforehand",
  },
  voicemail: {
    fidelity: "manual",
    words: "voicemail is not told from a person",
  },
  analysis: {
    fidelity: "manual",
    words: "what is found out after the call is left to a hook on session.ended",
  },
  sms: { fidelity: "manual", words: "no message is sent: hooks are told by sms.wanted" },
  code: {
    fidelity: "manual",
    words: "foreign code is not run: hooks are told by code.wanted; make it a tool",
  },
  mcp: { fidelity: "manual", words: "the tool of an MCP server is not called: hooks are told by mcp.wanted" },
  agentSwap: {
    fidelity: "manual",
    words: "the other agent is not called: hooks are told by agent.wanted; import it, too, and write call",
  },
  calendar: {
    fidelity: "manual",
    words: "the calendar is not asked: hooks are told by calendar.wanted; make it a tool",
  },
  knowledge: {
    fidelity: "manual",
    words: "its documents stay behind: put them under knowledge and write answer_from",
  },
} as const satisfies Readonly<Record<string, Note>>;
