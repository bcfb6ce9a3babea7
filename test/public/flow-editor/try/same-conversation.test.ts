// Changes of a flow: which of them affect a running conversation.

import { expect, test } from "bun:test";
import { isSameConversation } from "../../../../public/flow-editor/try/same-conversation.ts";
import { insertTest } from "../../../../public/flow-editor/tests/insert-test.ts";
import { edit } from "../../../../src/flow/author/edit/operation.ts";

const text = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes:\n  a: {say: Hi., end: done}\n";

test("the same conversation: an added test, or a comment, changes none", () => {
  const made = { name: "hi", script: [{ says: "Hi" }] };
  const done = edit({ text, layout: {} }, insertTest(text, made).operation);
  if ("refused" in done) throw new Error(done.refused);
  expect(done.document.text).toContain("tests:");
  expect(isSameConversation(text, done.document.text)).toBe(true);
  expect(isSameConversation(text, `# Why.\n${text}`)).toBe(true);
});

test("the same conversation: other words and unreadable texts change it", () => {
  expect(isSameConversation(text, text.replace("Hi.", "Hello."))).toBe(false);
  expect(isSameConversation(text, `${text}  b: [`)).toBe(false);
  expect(isSameConversation("a: [", "b: [")).toBe(false);
});
