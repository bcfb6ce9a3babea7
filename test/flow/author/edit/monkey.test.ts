// Monkey test of the editor: after any operations in any order the text is readable, means what the canvas shows, keeps
// its comments and all untouched lines, and every step can be undone.

import { expect, test } from "bun:test";
import type { FlowDocument } from "../../../../src/flow/author/edit/edited-document.ts";
import { composeCached } from "../../../../src/flow/author/edit/document-draft.ts";
import {
  type EditHistory,
  newHistory,
  withStep,
  redone,
  undone,
} from "../../../../src/flow/author/edit/undo-history.ts";
import { edit, type Operation } from "../../../../src/flow/author/edit/operation.ts";
import { graphOfDocument } from "../../../../src/flow/author/edit/document-draft.ts";
import { type Random, random, seedOf } from "../../../support/random.ts";
import { anyOperation } from "./any-operation.ts";
import { damage, renameDamage } from "./changes.ts";
import { textsOf } from "../../../support/flow-texts.ts";
import { type Moment, momentOf, partsOf } from "./flows.ts";
import { brokenPromise } from "./promise.ts";

const long = process.env["LONG"] === "1";
const seed = seedOf(7_200);
const flows = await textsOf("public/flows");
const users = await textsOf("test/flow/examples/more");
const nasty = await textsOf("test/flow/language/source/fixtures");
const documents: readonly (readonly [name: string, text: string, operations: number])[] = [
  ...flows.map(([name, text]) => [name, text, long ? 2_000 : 8] as const),
  ...users.map(([name, text]) => [name, text, long ? 2_000 : 3] as const),
  ...nasty.map(([name, text]) => [name, text, long ? 500 : 3] as const),
  ["nothing", "", long ? 2_000 : 12],
];

interface Monkey {
  readonly chance: Random;
  readonly history: EditHistory;
  readonly moment: Moment;
}

class Mishap extends Error {
  constructor(what: string, { history }: Monkey, operation: Operation, after = "") {
    super(`${what}: ${JSON.stringify(operation)}\n${history.present.text}\n--->\n${after}`);
  }
}

/** Runs one operation and all checks of its result. */
function act(monkey: Monkey, i: number): Monkey {
  const { chance, history, moment } = monkey;
  const isFlow = moment.tree?.kind === "map";
  const operation: Operation = isFlow
    ? anyOperation(chance, moment)
    : { op: "add-node", kind: "say", id: "first" };
  const done = edit(history.present, operation);
  if ("refused" in done) {
    if (/^['A-Z][^]*[^.]\.$/.test(done.refused)) return monkey;
    throw new Mishap(`no sentence '${done.refused}'`, monkey, operation);
  }
  const after = momentOf(done.document);
  const { text } = done.document;
  if (done.rewritten === true) throw new Mishap("rewritten", monkey, operation, text);
  const next = withStep(history, done.document, { label: operation.op, atMs: i * 10_000 });
  if (operation.op === "replace-text" && after.tree?.kind !== "map") return afterNonsense(monkey, next);
  const broken =
    brokenPromise(operation, { before: moment, after, selected: done.selected }) ??
    damaged(operation, { before: moment, after });
  if (broken !== undefined) throw new Mishap(broken, monkey, operation, text);
  if (!Bun.deepEquals(composeCached(text).root, after.tree))
    throw new Mishap("read otherwise", monkey, operation, text);
  if (!Bun.deepEquals(graphOfDocument(done.document), after.graph))
    throw new Mishap("shown otherwise", monkey, operation, text);
  return regretted(operation, monkey, { chance, history: next, moment: after });
}

/** Undoes most wild operations: where any value is at any place, later operations have nothing to do any more. */
function regretted(operation: Operation, before: Monkey, { chance, history, moment }: Monkey): Monkey {
  const isWild = operation.op === "set" || operation.op === "insert";
  if (history === before.history || !chance.chance(isWild ? 0.8 : 0.02)) return { chance, history, moment };
  const back = undone(history);
  expect(back.present).toBe(before.history.present);
  return { chance, history: back, moment: before.moment };
}

/** Only typing changes a text that cannot be read. */
function afterNonsense(monkey: Monkey, history: EditHistory): Monkey {
  const done = edit(history.present, { op: "set", pointer: "/name", value: "x" });
  expect("refused" in done && done.refused).toMatch(/(?:mend|remove|undo|shorten)/);
  expect(undone(history).present).toBe(monkey.history.present);
  return monkey;
}

function damaged(
  operation: Operation,
  { before, after }: { readonly before: Moment; readonly after: Moment },
): string | undefined {
  const [old, now] = [before.document.text, after.document.text];
  if (operation.op === "replace-text" || before.tree?.kind !== "map") return undefined;
  if (operation.op === "rename-node") return renameDamage(old, now, { old: operation.id, to: operation.to });
  if (operation.op === "rename-key") {
    const isKey = /^\/(?:variables|tools|types|handlers)\/[^/]+$/.test(operation.pointer);
    const [name = ""] = partsOf(operation.pointer).slice(-1);
    return isKey ? renameDamage(old, now, { old: name, to: operation.to }) : undefined;
  }
  return damage(before, after);
}

test.each(documents)(
  `monkey: %s, after any edits (SEED=${seed})`,
  (name, text, operations) => {
    const first: FlowDocument = { text, layout: {} };
    const chance = random(seed + Bun.hash.crc32(name));
    let monkey: Monkey = { chance, history: newHistory(first), moment: momentOf(first) };
    for (let i = 0; i < operations; i++) monkey = act(monkey, i);
    let { history } = monkey;
    while (history.future.length > 0) history = redone(history);
    const last = history.present;
    while (history.past.length > 0) history = undone(history);
    expect(history.present).toEqual(first);
    while (history.future.length > 0) history = redone(history);
    expect(history.present).toEqual(last);
  },
  3_600_000,
);
