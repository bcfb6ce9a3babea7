// Menu steps of an import: parts of telephone menus besides words and transfers, as our nodes.

import type { Plain } from "../../flow/language/source/yaml-tree.ts";
import { durationText } from "../../flow/value/duration.ts";
import { isData } from "../draft-variable.ts";
import type { FlowDraft } from "../flow-draft.ts";
import { hole, literal, plainText } from "../imported-text.ts";
import { branchIf, looseEnd, type NodeWriter } from "../node-writer.ts";
import type { SourceNode, SourceWork } from "../source-flow.ts";

type MenuStep = Extract<
  SourceWork,
  { readonly is: "ask" | "set" | "record" | "recording" | "wait" | "loop" }
>;

interface Place {
  /** Id of its first node here. */
  readonly id: string;
  readonly node: SourceNode;
  readonly writer: NodeWriter;
  readonly draft: FlowDraft;
}

const waitMsMax = 600_000;
const recordMsMax = 600_000;
const silenceMsMax = 30_000;

export function writeMenuStep(work: MenuStep, place: Place): void {
  const { id, writer } = place;
  switch (work.is) {
    case "ask":
      return ask(work, place);
    case "set":
      return writer.add(id, { set: setting(work.values, place), next: writer.wayOn("decide") });
    case "record":
      return record(work, place);
    case "recording":
      return writer.add(id, { record: work.isOn ? "on" : "off", next: writer.wayOn("decide") });
    case "wait":
      return writer.add(id, {
        wait: durationText(Math.round(Math.min(waitMsMax, Math.max(1, work.ms)))),
        next: writer.wayOn("decide"),
      });
    case "loop":
      return loop(work, place);
  }
}

function ask(
  { text, variable: { name }, isAskedOnce }: MenuStep & { is: "ask" },
  { id: first, node, writer, draft }: Place,
): void {
  const { id, say } = writer.spoken(text);
  const variable = draft.variable(name);
  variable.isFilled = true;
  variable.isAsked = true;
  const back = node.otherwise === node.id;
  const way = writer.wayOn("decide");
  // A question is asked again by itself.
  const giveUp = back ? looseEnd : writer.to(node.otherwise);
  writer.add(id, {
    ask: variable.id,
    say,
    ...writer.manner(),
    llm: variable.type === "text" ? false : undefined,
    max_attempts: isAskedOnce === true && !back ? 1 : undefined,
    give_up: giveUp,
    // Earlier answers are asked again when the caller returns to the menu.
    when_filled: "ask",
    next: way,
  });
  if (id !== first && back)
    writer.note({ fidelity: "approximate", words: "silence repeats its last part only" });
}

function setting(values: (MenuStep & { is: "set" })["values"], { draft }: Place): ReadonlyMap<string, Plain> {
  return new Map(
    values.map(([name, text]) => {
      const variable = draft.own(name);
      variable.isFilled = true;
      return [variable.id, expressionOf(text, draft)];
    }),
  );
}

/** Expression for a text with holes. */
function expressionOf(text: string, draft: FlowDraft): string {
  const parts = text.split(hole);
  const written = parts.flatMap((part, i) => {
    if (i % 2 === 0) return part === "" ? [] : [literal(plainText(part))];
    const { id, type } = draft.variable(part);
    if (type === "number" || type === "boolean") return [`(text(${id}) ?? '')`];
    return [isData(type) ? "''" : `(${id} ?? '')`];
  });
  const [only = "''"] = written;
  return written.length <= 1 ? only : `join([${written.join(", ")}], '')`;
}

function record(
  { name, maxMs, silenceMs }: MenuStep & { is: "record" },
  { id, node, writer, draft }: Place,
): void {
  const variable = draft.own(name);
  variable.isFilled = true;
  writer.add(id, {
    record: variable.id,
    max: maxMs === undefined ? undefined : durationText(between(maxMs, 1_000, recordMsMax)),
    end_silence: silenceMs === undefined ? undefined : durationText(between(silenceMs, 200, silenceMsMax)),
    on_failed: writer.to(node.otherwise),
    next: writer.wayOn("decide"),
  });
}

/** Counts in its own variable, and restarts once done. */
function loop({ counter: name, times }: MenuStep & { is: "loop" }, { id, node, writer, draft }: Place): void {
  const counter = draft.own(name);
  counter.isFilled = true;
  const done = writer.fresh("done");
  const on = node.edges.find(({ condition }) => condition.is === "always");
  writer.add(id, {
    set: new Map([[counter.id, `default(${counter.id}, 0) + 1`]]),
    next: [
      branchIf(`${counter.id} <= ${times}`, on === undefined ? looseEnd : writer.target(on)),
      new Map([["else", done]]),
    ],
  });
  writer.add(done, { set: new Map([[counter.id, "0"]]), next: writer.to(node.otherwise) });
}

function between(value: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, value)));
}
