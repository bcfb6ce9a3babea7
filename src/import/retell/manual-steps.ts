// Manual steps of Retell: kinds of nodes without our equivalent.

import type { ManualStep } from "../mapping-notes.ts";

const manual = "manual" as const;

/** Kinds of Retell's nodes without our equivalent. */
export const manualSteps: ReadonlyMap<string, ManualStep> = new Map([
  [
    "press_digit",
    {
      event: "press.wanted",
      fidelity: manual,
      words: "a model chose the keys: hooks receive press.wanted; write press with the keys",
    },
  ],
  ["sms", { event: "sms.wanted", fidelity: manual, words: "no message is sent: hooks receive sms.wanted" }],
  [
    "code",
    {
      event: "code.wanted",
      about: "name",
      fidelity: manual,
      words: "code is not run: hooks receive code.wanted; make it a tool",
    },
  ],
  [
    "mcp",
    {
      event: "mcp.wanted",
      about: "mcp_tool_name",
      fidelity: manual,
      words: "the tool of an MCP server is not called: hooks receive mcp.wanted",
    },
  ],
  [
    "agent_swap",
    {
      event: "agent.wanted",
      about: "agent_id",
      fidelity: manual,
      words: "the other agent is not called: hooks receive agent.wanted; import it, too, and write call",
    },
  ],
  [
    "cancel_transfer",
    {
      event: "cancel.wanted",
      fidelity: manual,
      words: "no running transfer can be cancelled: hooks receive cancel.wanted",
    },
  ],
  [
    "calendar",
    {
      event: "calendar.wanted",
      about: "tool_id",
      fidelity: manual,
      words: "the calendar is not called: hooks receive calendar.wanted; make it a tool",
    },
  ],
  [
    "tool",
    {
      event: "tool.wanted",
      about: "tool_id",
      fidelity: manual,
      words: "its tool is not in the export: hooks receive tool.wanted",
    },
  ],
  [
    "component",
    {
      event: "component.wanted",
      about: "component_id",
      fidelity: manual,
      words: "its component is not in the export: hooks receive component.wanted",
    },
  ],
]);
