// A voice of our own with a quick one beside it: which of them speaks, and that no sentence is lost.

import { describe, expect, test } from "bun:test";
import { isTooBusy, sparedVoice } from "../../../src/calls/ahead/spared-voice.ts";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import type { ProviderNotice, Tts } from "../../../src/providers/provider-contract.ts";
import { policyContext, providerError } from "../../support/fakes/scripted-provider.ts";
import { settle } from "../../support/fakes/virtual-clock.ts";

describe("who speaks", () => {
  test.each([
    ["a call that begins, when nobody waits", undefined, 0, 60, false],
    ["a call that begins, when many wait", undefined, 0, 701, true],
    ["the next answer, when as many wait", 5_000, 9_000, 701, false],
    ["the next answer, when it would not come", 5_000, 9_000, 2_501, true],
    ["the next sentence of an answer that is heard", 5_000, 4_000, 9_999, false],
    ["the next sentence of an answer, right behind it", 5_000, 5_600, 9_999, false],
  ])("%s", (_, untilMs, now, waitMs, isQuick) => {
    expect(isTooBusy({ untilMs }, now, waitMs)).toBe(isQuick);
  });
});

/** Each text takes a second to be heard, but for those that never come, or break off after a part. */
function voice(id: string, said: string[]): Tts {
  const tts: Tts = {
    id,
    voiced: ({ name = "", speed = 1 }) => voice(`${id}${name === "" ? "" : ` ${name}`} ${speed}`, said),
    speak(text, sink) {
      said.push(`${id}: ${text}`);
      const done = Promise.withResolvers<"ended" | "cancelled">();
      queueMicrotask(() => {
        if (id.startsWith("own") && text.startsWith("Never")) return;
        sink({ type: "audio", pcm: new Int16Array(16_000) });
        if (id.startsWith("own") && text.startsWith("Break"))
          done.reject(providerError("transient", {}, "tts"));
        else done.resolve("ended");
      });
      return { done: done.promise, cancel: () => done.resolve("cancelled") };
    },
  };
  return tts;
}

function bench() {
  const { clock, context } = policyContext();
  const said: string[] = [];
  const notices: ProviderNotice[] = [];
  const bench = { clock, said, notices, waitMs: 50 };
  const spared = sparedVoice({
    own: voice("own", said),
    quick: voice("quick", said),
    waitMs: () => bench.waitMs,
    breakers: new Breakers(clock),
  });
  const call = { ...context, tell: (notice: ProviderNotice) => void notices.push(notice) };
  const opened = spared.forCall!(call, new AbortController().signal);
  const say = async (text: string, tts = opened): Promise<void> => {
    void tts.speak(text, () => undefined, call);
    await settle();
  };
  return Object.assign(bench, { say, opened });
}

test("spared voice: a call that begins when many wait is spoken to by the quick voice to its end, and its record says so", async () => {
  const call = bench();
  call.waitMs = 5_000;
  await call.say("Hello.");
  call.waitMs = 0;
  await call.clock.advance(10_000);
  await call.say("For which day?");
  await call.say("Slowly.", call.opened.voiced!({ name: "michael", speed: 0.8 }));
  expect(call.said).toEqual(["quick: Hello.", "quick: For which day?", "quick 0.8: Slowly."]);
  expect(call.notices.map(({ code, incident }) => [code, incident?.action])).toEqual([
    ["provider/fallback", "fell_back"],
  ]);
});

test("spared voice: an answer goes on in the voice that began it, however many wait by now", async () => {
  const call = bench();
  await call.say("It is Friday.");
  call.waitMs = 9_000;
  await call.clock.advance(900);
  await call.say("At what time?");
  await call.clock.advance(5_000);
  await call.say("Are you still there?");
  expect(call.said).toEqual(["own: It is Friday.", "own: At what time?", "quick: Are you still there?"]);
});

test("spared voice: a sentence that never begins, and what is left of one that breaks off, is said by the quick voice", async () => {
  const never = bench();
  await never.say("Never mind.");
  await never.clock.advance(2_500);
  expect(never.said).toEqual(["own: Never mind.", "quick: Never mind."]);
  expect(never.notices.map(({ code }) => code)).toEqual(["provider/fallback"]);
  const broken = bench();
  await broken.say("Break off after these words, and say all of what is left in the other voice.");
  expect(broken.said).toHaveLength(2);
  expect(broken.said[1]).toMatch(/^quick: .+ in the other voice\.$/);
  expect(broken.said[1]).not.toContain("Break");
});
