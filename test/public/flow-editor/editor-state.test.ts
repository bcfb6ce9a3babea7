// Editor state: edits, undo, opening and saving.

import { expect, test } from "bun:test";
import {
  type EditorEvent,
  type EditorState,
  isUnsaved,
  opened,
  step,
} from "../../../public/flow-editor/state/editor-state.ts";
import { newFlow } from "../../../public/flow-editor/state/flow-origin.ts";
import { problemsOf } from "../../../src/flow/language/find-problems.ts";
import { shownProblemsOf } from "../../../public/flow-editor/state/shown-problems.ts";

const text = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes:\n  a: {say: Hi., end: done}\n";
const document = { text, layout: {} };

function after(
  events: readonly EditorEvent[],
  state: EditorState = opened(document, { kind: "new" }, document),
) {
  return events.reduce(step, state);
}

const typed = (content: string, atMs = 0): EditorEvent => ({
  type: "edit",
  operation: { op: "replace-text", text: content },
  atMs,
});

test("editor: an edit is unsaved until it is stored", () => {
  const edited = after([typed(`${text}# more\n`)]);
  expect(isUnsaved(edited)).toBe(true);
  const { present } = edited.history;
  const origin = { kind: "stored", flowId: "flow_1", name: "F", etag: '"1"', revision: 1 } as const;
  expect(isUnsaved(after([{ type: "saved", document: present, origin }], edited))).toBe(false);
  const later = after([typed(`${text}# even more\n`), { type: "saved", document: present, origin }], edited);
  expect(isUnsaved(later)).toBe(true);
});

test("editor: undo to the stored state leaves nothing unsaved, positions included", () => {
  const moved: EditorEvent = {
    type: "edit",
    operation: { op: "move-nodes", places: { a: [1, 2] } },
    atMs: 0,
  };
  expect(isUnsaved(after([moved]))).toBe(true);
  expect(isUnsaved(after([moved, { type: "undo" }]))).toBe(false);
  expect(isUnsaved(after([moved, { type: "undo" }, { type: "redo" }]))).toBe(true);
});

const named = (value: string, atMs: number): EditorEvent => ({
  type: "edit",
  operation: { op: "set", pointer: "/name", value },
  atMs,
  mergeKey: "form /name",
});

test("editor: the id of a new flow follows its name, as one step of undo, and has no error", () => {
  const begun = opened(newFlow, { kind: "new" }, newFlow);
  const state = after([named("Pizza", 0), named("Pizza line", 100)], begun);
  const { present, past } = state.history;
  expect(present.text).toBe("voice_flow: 1\nid: pizza-line\nname: Pizza line\nlanguage: en\n\nnodes: {}\n");
  expect(shownProblemsOf(present, problemsOf(present.text))).toEqual([]);
  expect(past.length).toBe(1);
  expect(after([{ type: "undo" }], state).history.present).toBe(newFlow);
});

test("editor: a published id never changes", () => {
  const pizza = { text: newFlow.text.replace("new-flow", "pizza\nname: Pizza"), layout: {} };
  const state = opened(pizza, { kind: "file", name: "pizza.yaml" }, pizza);
  expect(after([named("Pizza line", 0)], state).history.present.text).toContain("id: pizza\n");
});

test("editor: missing parts of a new flow are no error, all others are", () => {
  const codes = (content: string): readonly string[] =>
    shownProblemsOf({ text: content, layout: {} }, problemsOf(content)).map(({ code }) => code);
  expect(codes(newFlow.text)).toEqual([]);
  expect(codes(newFlow.text.replace("language: en", "language: 7"))).toContain("VF112");
  expect(codes("id: x\n")).toContain("VF111");
  expect(codes(text.replace("start: a\n", ""))).toContain("VF111");
});

test("editor: a refused edit is reported and changes nothing", () => {
  const state = after([
    typed("nodes: ["),
    { type: "edit", operation: { op: "add-node", kind: "say" }, atMs: 5_000 },
  ]);
  expect(state.history.present.text).toBe("nodes: [");
  expect(state.message?.tone).toBe("failed");
  expect(after([typed(text, 9_000)], state).message).toBeUndefined();
});

test("editor: an opened flow begins with an empty history", () => {
  const other = { text: "voice_flow: 1\n", layout: {} };
  const state = after([
    typed("x: 1\n"),
    { type: "show", panel: "text" },
    { type: "open", document: other, origin: { kind: "file", name: "x.yaml" }, stored: other },
    { type: "undo" },
  ]);
  expect(state.history.present).toBe(other);
  expect([state.panel, isUnsaved(state)]).toEqual(["text", false]);
});

test("editor: showing a text position opens the text panel, and works twice for the same position", () => {
  const looked = after([{ type: "show-text", position: { line: 3, column: 1 } }]);
  expect(looked.panel).toBe("text");
  const again = after([{ type: "show-text", position: { line: 3, column: 1 } }], looked);
  expect(again.shownPosition).not.toBe(looked.shownPosition);
});
