// The trace of a conversation for a person: nodes and when and how they were entered, what was understood, what was
// called and what came back; and the variables as they are now. Pure.

import { isExampleTool } from "../../../src/flow/engine/example-services/example-services.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import type { Moment } from "./conversation-event.ts";
import { hasFailed, type Visit, visitsOf } from "./node-visits.ts";

export interface TraceLine {
  readonly atMs: number;
  readonly kind: "node" | "caller" | "why" | "outside" | "end";
  readonly text: string;
  /** Of this flow, to be shown on the canvas. */
  readonly node?: string;
}

type Line = Omit<TraceLine, "atMs">;

const valueCharsMax = 200;
const exampleNote = " (an example service; nothing was sent)";

export function traceOf(program: Program, log: readonly Moment[]): readonly TraceLine[] {
  const visits = visitsOf(program, log);
  const tellsTools = log.some(({ what }) => what === "called");
  let visit = -1;
  return log.flatMap((moment): readonly TraceLine[] => {
    if (moment.what === "node" && moment.flow === program.id) visit += 1;
    const guessed = tellsTools || moment.what !== "node" ? undefined : calledIn(program, visits[visit]);
    const own = lineOf(moment, program);
    const lines: readonly Line[] = [
      ...(own === undefined ? [] : [own]),
      ...(guessed === undefined || own?.node === undefined
        ? []
        : [{ kind: "outside" as const, text: guessed }]),
    ];
    return lines.map((line) => ({ atMs: moment.atMs, ...line }));
  });
}

function lineOf(moment: Moment, program: Program): Line | undefined {
  switch (moment.what) {
    case "node": {
      const { flow, node, by } = moment;
      const how = by === undefined || by === "start" ? "" : ` by ${by}`;
      if (flow !== program.id) return { kind: "node", text: `${flow}/${node}${how}` };
      return { kind: "node", text: `${node}${how}`, node };
    }
    case "words":
      return { kind: "caller", text: moment.understood ? `“${moment.text}”` : "not understood" };
    case "keys":
      return { kind: "caller", text: `keys ${moment.keys}` };
    case "silence":
      return { kind: "caller", text: "silence" };
    case "hangup":
      return { kind: "caller", text: "hangs up" };
    case "why":
      return { kind: "why", text: `${moment.code.replaceAll("-", " ")}: ${moment.detail}` };
    case "variable":
      return moment.flow === program.id
        ? { kind: "why", text: `${moment.name} = ${shown(moment.value)}` }
        : undefined;
    case "outcome":
      return { kind: "end", text: `ended: ${moment.outcome}` };
    default:
      return outsideLine(moment);
  }
}

function outsideLine(moment: Moment): Line | undefined {
  const text = outsideText(moment);
  return text === undefined ? undefined : { kind: "outside", text };
}

function outsideText(moment: Moment): string | undefined {
  switch (moment.what) {
    case "called":
      return `tool ${moment.tool} is called with ${shown(moment.arguments)}`;
    case "answered":
      return `tool ${moment.tool} ${moment.ok ? "answers" : "fails:"} ${shown(moment.answer)}${moment.isExample ? exampleNote : ""}`;
    case "emitted":
      return `sends the event ${moment.event} ${shown(moment.data)}`;
    case "event":
      return `the event ${moment.name} comes ${shown(moment.data)}`;
    case "transfer":
      return `to be put through to ${moment.address}`;
    case "transferred":
      return moment.ok ? "somebody answered" : "nobody answered";
    case "recording":
      return `records ${moment.variable}`;
    case "recorded":
      return `recorded ${moment.seconds} s`;
    default:
      return undefined;
  }
}

/** What calls do not tell, from what followed. */
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

/** All of the flow's own, in their order in the document. */
export function variablesOf(program: Program, log: readonly Moment[]): readonly ShownVariable[] {
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
