// Time of day in requests to a model: each turn states it again, where it does not disturb the vendor's cache.

import { expect, test } from "bun:test";
import { nowForModels } from "../../../src/flow/value/now-for-models.ts";
import type { LlmRequest } from "../../../src/providers/provider-contract.ts";
import { LlmTalk } from "../../support/fakes/llm-talk.ts";

const evening = Date.parse("2026-11-28T23:30:00Z");

test("a line states date, weekday, time and zone of the flow when the day there is another one", () => {
  expect(nowForModels(evening, "Europe/Berlin")).toBe(
    "It is now Sunday, 29 November 2026 (2026-11-29), 00:30 in the time zone Europe/Berlin.",
  );
});

test("an assistant states the present time in each turn if its caller's zone is known", async () => {
  const talk = new LlmTalk([], { timezone: "America/New_York" });
  const told: (string | undefined)[] = [];
  const stream = talk.llm.stream.bind(talk.llm);
  talk.llm.stream = (request: LlmRequest, ...rest) => {
    told.push(request.now);
    return stream(request, ...rest);
  };
  await talk.hear("One.");
  await talk.clock.advance(60_000);
  await talk.hear("Two.");
  expect(told[0]).toContain("America/New_York");
  expect(told[1]).not.toBe(told[0]!);
});

test("the rules of an assistant are rendered for each turn", async () => {
  let turns = 0;
  const talk = new LlmTalk([], { systemPrompt: () => `Turn ${(turns += 1)}.` });
  const told: (string | undefined)[] = [];
  const stream = talk.llm.stream.bind(talk.llm);
  talk.llm.stream = (request: LlmRequest, ...rest) => {
    const [system] = request.messages;
    told.push(system?.role === "system" ? system.text : undefined);
    return stream(request, ...rest);
  };
  await talk.hear("One.");
  await talk.hear("Two.");
  expect(told[0]).not.toBe(told[1]!);
});
