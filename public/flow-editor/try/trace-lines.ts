// Trace lines: formats what the flow did, such as entered nodes, understood words and tool calls, and its variables
// as they are now. Pure.

import { isExampleTool } from "../../../src/flow/engine/example-services/example-services.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import type { ConversationEvent } from "./conversation-event.ts";
import { hasFailed, type Visit, visitsOf } from "./node-visits.ts";

export interface TraceLine {
  readonly atMs: number;
  readonly kind: "node" | "caller" | "why" | "outside" | "end";
  readonly text: string;
  /** A node of this flow, which the line links to. */
  readonly node?: string;
}

type UntimedLine = Omit<TraceLine, "atMs">;

const valueCharsMax = 200;
const exampleNote = " (example service, no request sent)";

/** The trace as lines. Called flows' nodes are shown as `flow/node`. */
export function traceOf(program: Program, log: readonly ConversationEvent[]): readonly TraceLine[] {
  const visits = visitsOf(program, log);
  const hasToolEvents = log.some(({ what }) => what === "called");
  let visit = -1;
  return log.flatMap((event): readonly TraceLine[] => {
    if (event.what === "node" && event.flow === program.id) visit += 1;
    const guessed = hasToolEvents || event.what !== "node" ? undefined : calledIn(program, visits[visit]);
    const eventLine = lineOf(event, program);
    const lines: readonly UntimedLine[] = [
      ...(eventLine === undefined ? [] : [eventLine]),
      ...(guessed === undefined || eventLine?.node === undefined
        ? []
        : [{ kind: "outside" as const, text: guessed }]),
    ];
    return lines.map((line) => ({ atMs: event.atMs, ...line }));
  });
}

function lineOf(event: ConversationEvent, program: Program): UntimedLine | undefined {
  switch (event.what) {
    case "node": {
      const { flow, node, by } = event;
      const how = by === undefined || by === "start" ? "" : ` by ${by}`;
      if (flow !== program.id) return { kind: "node", text: `${flow}/${node}${how}` };
      return { kind: "node", text: `${node}${how}`, node };
    }
    case "words":
      return { kind: "caller", text: event.understood ? `“${event.text}”` : "not understood" };
    case "keys":
      return { kind: "caller", text: `keys ${event.keys}` };
    case "silence":
      return { kind: "caller", text: "silence" };
    case "hangup":
      return { kind: "caller", text: "hangs up" };
    case "why":
      return { kind: "why", text: `${event.code.replaceAll("-", " ")}: ${event.detail}` };
    case "variable":
      return event.flow === program.id
        ? { kind: "why", text: `${event.name} = ${shown(event.value)}` }
        : undefined;
    case "outcome":
      return { kind: "end", text: `ended: ${event.outcome}` };
    default:
      return outsideLine(event);
  }
}

function outsideLine(event: ConversationEvent): UntimedLine | undefined {
  const text = outsideText(event);
  return text === undefined ? undefined : { kind: "outside", text };
}

function outsideText(event: ConversationEvent): string | undefined {
  switch (event.what) {
    case "called":
      return `tool ${event.tool} is called with ${shown(event.arguments)}`;
    case "answered":
      if (event.isUnset) return `tool ${event.tool} fails: no simulated answer`;
      return `tool ${event.tool} ${event.ok ? "answers" : "fails:"} ${shown(event.answer)}${event.isExample ? exampleNote : ""}`;
    case "emitted":
      return `sends the event ${event.event} ${shown(event.data)}`;
    case "event":
      return `receives the event ${event.name} ${shown(event.data)}`;
    case "transfer":
      return `transfer to ${event.address}`;
    case "transferred":
      return event.ok ? "answered" : "not answered";
    case "recording":
      return `records ${event.variable}`;
    case "recorded":
      return `recorded ${event.seconds} s`;
    default:
      return undefined;
  }
}

/** Outcome of a tool in a call, derived from the next node, because a call's messages do not report tools. */
function calledIn({ tools }: Program, visit: Visit | undefined): string | undefined {
  const { act } = visit ?? {};
  if (visit === undefined || (act?.type !== "tool" && act?.type !== "call")) return undefined;
  const how = visit.next === undefined ? "is running" : wordsFor(hasFailed(visit));
  if (act.type === "call") return `flow ${act.flow} ${how}`;
  const tool = tools.get(act.tool);
  return `tool ${act.tool} ${how}${tool !== undefined && isExampleTool(tool) ? exampleNote : ""}`;
}

function wordsFor(failed: boolean | undefined): string {
  if (failed === undefined) return "was called";
  return failed ? "failed" : "answered";
}

export interface ShownVariable {
  readonly name: string;
  readonly value: string;
  readonly isFilled: boolean;
  readonly isSensitive: boolean;
}

/** All variables of the flow with their present values, in document order. */
export function variablesOf(program: Program, log: readonly ConversationEvent[]): readonly ShownVariable[] {
  const values = new Map(
    log.flatMap((one) =>
      (one.what === "variable" || one.what === "initial") && one.flow === program.id
        ? [[one.name, one.value] as const]
        : [],
    ),
  );
  return [...program.variables.values()].map(({ name, sensitive }) => {
    const value = values.get(name) ?? null;
    return {
      name,
      value: value === null ? "empty" : shown(value),
      isFilled: value !== null,
      isSensitive: sensitive,
    };
  });
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length <= valueCharsMax ? text : `${text.slice(0, valueCharsMax)}…`;
}
