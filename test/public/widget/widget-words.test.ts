// Texts of the widget: by language, by the page's settings, and by the codes of errors.

import { expect, test } from "bun:test";
import { turnWords } from "../../../public/voice/call-state.ts";
import { WidgetWords } from "../../../public/widget/widget-words.ts";

test("widget words: a German page gets German ones, in any country", () => {
  const words = new WidgetWords("de-AT");
  expect([words.of("hang_up"), words.of("turn/agent")]).toEqual(["Auflegen", "Der Agent spricht"]);
  expect(words.say("embed/expired", "in English")).toContain("keine Anrufe");
});

test("widget words: without the language they are English, except those of the page", () => {
  const words = new WidgetWords("fr", { hang_up: "Raccrocher", "embed/expired": "Fini." });
  expect([words.of("hang_up"), words.of("mute"), words.say("embed/expired", "Over.")]).toEqual([
    "Raccrocher",
    "Mute",
    "Fini.",
  ]);
  expect(words.of("turn/listening")).toBe(turnWords.listening);
});

test("widget words: a code without words is shown in the server's words", () => {
  expect(new WidgetWords("en").say("new/code", "As it is.")).toBe("As it is.");
  expect(new WidgetWords("en").say("ended/failed", "The log says more.")).toBe(
    "An error occurred. Please call again.",
  );
});
