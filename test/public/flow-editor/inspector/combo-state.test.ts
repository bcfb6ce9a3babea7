// Combo box state: offered completions, the marked one, and the text after a choice.

import { expect, test } from "bun:test";
import { chosen, marked, offerAt } from "../../../../public/flow-editor/inspector/fields/combo-state.ts";
import type { Completion } from "../../../../public/flow-editor/complete/completion-item.ts";

const option = (text: string): Completion => ({ kind: "word", text, doc: "" });
const options = ["main", "find", "bye"].map(option);

const offered = (text: string, more: { isAsked?: boolean; isWhole?: boolean; from?: number } = {}) => {
  const { isAsked = false, isWhole = true, from = 0 } = more;
  const found = offerAt({ text, at: text.length }, { completions: { from, options }, isAsked, isWhole });
  return found === undefined ? undefined : [found.options.map((each) => each.text), found.marked];
};

test("combo: typing filters the names, and a request shows all of them", () => {
  expect(offered("i")).toEqual([["main", "find"], 0]);
  expect(offered("find")).toBeUndefined();
  expect(offered("find", { isAsked: true })).toEqual([["main", "find", "bye"], 1]);
  expect(offered("nothing", { isAsked: true })).toEqual([["main", "find", "bye"], -1]);
  expect(offered("nothing")).toBeUndefined();
});

test("combo: in an expression suggestions start with a word", () => {
  const within = (text: string, from: number) => offered(text, { isWhole: false, from });
  expect(within("a and ", 6)).toBeUndefined();
  expect(within("a and b", 6)).toEqual([["bye"], 0]);
  expect(within("Hello {{", 8)).toEqual([["main", "find", "bye"], 0]);
});

test("combo: the mark wraps around, and a choice replaces the word", () => {
  const offer = { from: 0, options, marked: -1 };
  expect(marked(offer, -1).marked).toBe(2);
  expect(marked({ ...offer, marked: 2 }, 1).marked).toBe(0);
  const caret = { text: "a and ma > 3", at: 8 };
  expect(chosen(caret, { from: 6, isWhole: false, option: option("main") })).toEqual({
    text: "a and main > 3",
    at: 10,
  });
  expect(chosen(caret, { from: 0, isWhole: true, option: option("main") })).toEqual({ text: "main", at: 4 });
});
