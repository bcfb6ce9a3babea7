// Texts of the test page: suggestions for callers, and notices about whatever stops a call.

import { expect, test } from "bun:test";
import type { CallEnd } from "../../../public/voice/client-event.ts";
import { type Notice, noticeOf } from "../../../public/voice/notices.ts";
import { suggestionsOf } from "../../../public/voice/suggestions.ts";
import { closings } from "../../../src/transport/close-codes.ts";

const handlers = ["help", "help me", "goodbye", "good bye", "hello", "repeat", "say it again"];
const phrases = (list: readonly string[]) => [{ type: "phrases" as const, phrases: [...list, ...handlers] }];

test("suggestions: the agent's last offer comes first, in its order and at its length", () => {
  const said = "Hello. You can book a table, ask for the time, or hear the news. What would you like?";
  const expected = phrases([
    "the time",
    "time",
    "what time is it",
    "table",
    "a table",
    "book a table",
    "news",
  ]);
  expect(suggestionsOf(expected, said)).toEqual({
    main: ["book a table", "the time", "news"],
    always: ["repeat", "help", "goodbye"],
    more: ["good bye", "hello", "say it again"],
    digits: undefined,
  });
});

test("suggestions: the first answers come first without an offer, and the shortest of variants", () => {
  const days = "monday tuesday wednesday thursday friday saturday sunday today tomorrow".split(" ");
  const found = suggestionsOf(phrases(days.flatMap((day) => [day, `on ${day}`])), "For which day?");
  expect(found?.main).toEqual(days.slice(0, 8));
  expect(found?.more).toContain("tomorrow");
  expect(found?.more).not.toContain("on monday");
});

test("suggestions: yes and no come before their synonyms, and expected digits need no phrase", () => {
  const correct = suggestionsOf(
    phrases(["yes", "yeah", "correct", "sure", "no", "nope"]),
    "Is that correct?",
  );
  expect(correct?.main).toEqual(["correct", "yes", "no"]);
  expect(suggestionsOf([...phrases([]), { type: "digits", lengths: [4] }], "")?.main).toEqual([]);
});

test("suggestions: a word is not found inside another", () => {
  expect(suggestionsOf(phrases(["no", "art"]), "I know how to start.")?.main).toEqual(["no", "art"]);
});

test("suggestions: digits are described, and without expectations there are no suggestions", () => {
  const digits = (lengths: number[]) => suggestionsOf([{ type: "digits", lengths }], "")?.digits;
  expect([digits([4]), digits([1]), digits([3, 4, 5])]).toEqual(["4 digits", "1 digit", "3 to 5 digits"]);
  expect(suggestionsOf(null, "")).toBeUndefined();
});

const here = { port: "3000", pathname: "/test" };

test("notices: every reason of the server for ending a call has a text, or needs none", () => {
  const silent = Object.keys(closings).filter(
    (reason) => noticeOf({ type: "ended", reason, durationMs: 1 }, here) === undefined,
  );
  expect(silent).toEqual(["completed", "caller"]);
});

const flowId = "flow_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const refused = (code: string, detail = "It is so.") =>
  ({ type: "refused", refusal: { code, detail } }) as const;

test.each<readonly [about: string, end: CallEnd, says: RegExp, remedies: Notice["remedies"]]>([
  [
    "a blocked microphone",
    { type: "no-microphone", problem: "refused" },
    /Allow it in the site settings/,
    ["again", "without"],
  ],
  [
    "no microphone",
    { type: "no-microphone", problem: "missing" },
    /Connect a microphone/,
    ["again", "without"],
  ],
  [
    "a microphone in use",
    { type: "no-microphone", problem: "busy" },
    /Close that program/,
    ["again", "without"],
  ],
  ["a page over http", { type: "no-microphone", problem: "insecure" }, /HTTPS/, ["without"]],
  ["a server that went away", { type: "lost", code: 1006 }, /Call again when the server is back/, ["again"]],
  ["a flow that is not there", refused("flow/not-found"), /It is so\./, ["again"]],
  [
    "a draft with errors",
    refused("flow/invalid"),
    /It is so\. Correct the errors in the flow editor/,
    ["again"],
  ],
])("notices: %s comes with the remedy", (_about, end, says, remedies) => {
  const notice = noticeOf(end, here, flowId);
  expect(notice?.text).toMatch(says);
  expect(notice?.remedies).toEqual([...remedies]);
});

test("notices: a draft with errors is opened in the editor, but not from the editor itself", () => {
  expect(noticeOf(refused("flow/invalid"), here, flowId)?.link?.href).toBe(`/flow-editor?flow=${flowId}`);
  expect(noticeOf(refused("flow/invalid"), here)).toEqual({
    title: "This flow is a draft with errors",
    text: "It is so.",
    remedies: ["again"],
  });
});

test("notices: an insecure page names the secure address", () => {
  const notice = noticeOf({ type: "no-microphone", problem: "insecure" }, here);
  expect(notice?.text).toContain("http://localhost:3000/test");
});
test("suggestions: a spoken time of the agent is not an offer", () => {
  const said = "It is 11:21 p.m. on this server. What else would you like? The time, a table, or a number?";
  const phrases = ["the time", "time", "a table", "a number", "number", "one", "eleven", "goodbye"];
  const shown = suggestionsOf([{ type: "phrases", phrases }], said);
  expect(shown?.main).toEqual(["the time", "a table", "a number"]);
});
