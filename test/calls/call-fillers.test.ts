// Call fillers: the filler of a call and its voice, and the audio that is prepared for it.

import { describe, expect, test } from "bun:test";
import { AnswerTimes } from "../../src/calls/answer-times.ts";
import { CallFillers, type CallFillersOptions } from "../../src/calls/call-fillers.ts";
import { FillerShelf } from "../../src/calls/filler-shelf.ts";
import { fillersIn } from "../../src/flow/locale/languages.ts";
import type { Tts } from "../../src/providers/provider-contract.ts";
import { spokenForm } from "../../src/spoken/spoken-form.ts";
import type { FillerKind } from "../../src/voice/fillers/dead-air.ts";
import type { Filler, SpokenManner } from "../../src/voice/playout/playout-event.ts";
import { type FakeTts, hummingTts } from "../support/fakes/fake-speech.ts";
import { policyContext } from "../support/fakes/scripted-provider.ts";
import { settle, type VirtualClock } from "../support/fakes/virtual-clock.ts";

interface World {
  readonly fillers: CallFillers;
  readonly clock: VirtualClock;
  readonly vendor: FakeTts;
  readonly builtIn: FakeTts;
  readonly shelf: FillerShelf;
  readonly over: AbortController;
  /** Another call of the same process. */
  again(): CallFillers;
}

const english = fillersIn("en")!;
/** All fillers except those that stop a caller, which the call's own voice speaks like a reply. */
const texts = Object.values(english).flat();

function open(change: Partial<CallFillersOptions> = {}): World {
  const { clock, context } = policyContext();
  const [vendor, builtIn] = [hummingTts(), hummingTts()];
  const [shelf, over] = [new FillerShelf(), new AbortController()];
  const options = {
    language: "en",
    builtIn,
    voice: { id: "v", tts: vendor },
    shelf,
    times: new AnswerTimes(),
    context,
    signal: over.signal,
    seed: "a",
    ...change,
  };
  const again = (): CallFillers => new CallFillers(options);
  return { fillers: again(), clock, vendor, builtIn, shelf, over, again };
}

async function prepared(world: World, manner: SpokenManner = {}): Promise<void> {
  world.fillers.prepare(manner);
  await settle(200);
}

/** Whether the filler is spoken at once, without a request. */
function isReady(filler: Filler | undefined, { builtIn }: World): boolean {
  return filler !== undefined && filler.tts !== builtIn;
}

describe("fillers of a call", () => {
  test.each(["en", "de"])("in %s there are enough fillers, each sayable as written", (language) => {
    const fillers = fillersIn(`${language}-XX`)!;
    const { soon, still } = fillers;
    expect(new Set(soon).size).toBeGreaterThanOrEqual(5);
    expect(new Set(still).size).toBeGreaterThanOrEqual(3);
    for (const text of Object.values(fillers).flat()) {
      expect(spokenForm(text, { language }).text).toBe(text);
      expect(text).toMatch(/^[\p{L} ,.]+\.$/u);
    }
  });

  test("no filler repeats in a row, and the order differs from call to call", () => {
    const said = (seed: string): readonly string[] => {
      const { fillers } = open({ seed });
      const kinds: readonly FillerKind[] = [
        "soon",
        "still",
        "still",
        "soon",
        "soon",
        "soon",
        "still",
        "still",
      ];
      return kinds.map((kind) => fillers.next(kind, {})?.text ?? "");
    };
    for (const seed of ["", "a", "b", "call_1234"]) {
      const all = said(seed);
      expect(all).toEqual(said(seed));
      all.forEach((text, i) => expect(text).not.toBe(all[i + 1] ?? ""));
    }
    expect(said("a")).not.toEqual(said("b"));
  });

  test("a language without fillers borrows none", () => {
    const { fillers } = open({ language: "fr" });
    expect(fillers.next("soon", {})).toBeUndefined();
    // Its voice is not ready, and the other speaks no filler.
    expect(fillers.next("soon", { language: "de-AT" })).toBeUndefined();
    expect(fillers.next("soon", { language: "en-GB" })?.language).toBe("en-GB");
  });

  test("a network voice has spoken all fillers once before their first use, and never again", async () => {
    const world = open();
    expect(isReady(world.fillers.next("soon", {}), world)).toBe(false);
    await prepared(world);
    expect(world.vendor.texts.toSorted()).toEqual(texts.toSorted());
    for (const kind of ["opening", "soon", "still", "still", "unsaid", "unsaid"] as const)
      expect(isReady(world.fillers.next(kind, {}), world)).toBe(true);
    world.again().prepare({});
    await prepared(world);
    expect(world.vendor.texts).toHaveLength(texts.length);
    expect(world.builtIn.texts).toEqual([]);
  });

  test("the built-in voice replaces a failed voice for a goodbye that it can say, and never itself", () => {
    const world = open();
    expect(world.fillers.spare({})).toBe(world.builtIn);
    expect(world.fillers.spare({ language: "de" })).toBeUndefined();
    expect(open({ voice: undefined }).fillers.spare({})).toBeUndefined();
  });

  test("each manner of speaking has its own audio", async () => {
    const voices: string[] = [];
    const vendor = hummingTts();
    const named: Tts = { ...vendor, voiced: ({ name = "" }) => (voices.push(name), vendor) };
    const world = open({ voice: { id: "v", tts: named } });
    await prepared(world);
    const manner = { voice: { name: "Ada" } };
    expect(isReady(world.fillers.next("soon", manner), world)).toBe(false);
    await prepared(world, manner);
    expect(isReady(world.fillers.next("soon", manner), world)).toBe(true);
    expect(vendor.texts).toHaveLength(2 * texts.length);
    expect(new Set(voices)).toEqual(new Set(["Ada"]));
  });

  test.each(["before audio", "never", "stalls"] as const)(
    "a voice that fails (%s) is not used for a minute, and the built-in one speaks",
    async (failure) => {
      const world = open();
      world.vendor.failures.push(failure);
      await prepared(world);
      await world.clock.advance(4_000);
      await prepared(world);
      expect(world.vendor.texts).toHaveLength(1);
      expect(world.fillers.next("soon", {})?.tts).toBe(world.builtIn);
      await world.clock.advance(60_000);
      await prepared(world);
      expect(isReady(world.fillers.next("soon", {}), world)).toBe(true);
      expect(world.clock.pending).toBe(0);
    },
  );

  test("a voice that does not end is cut off, and its audio is not kept", async () => {
    const world = open({
      voice: {
        id: "v",
        tts: {
          ...hummingTts(),
          speak: (_, sink) => {
            for (let i = 0; i < 50; i++) sink({ type: "audio", pcm: new Int16Array(1_600) });
            return { done: new Promise(() => undefined), cancel: () => undefined };
          },
        },
      },
    });
    await prepared(world);
    expect(texts.filter((text) => world.shelf.get("v", text) !== undefined)).toEqual([]);
    expect(world.clock.pending).toBe(0);
  });

  test("the end of the paying call ends the synthesis, and the next call continues it", async () => {
    const world = open();
    world.vendor.failures.push("never");
    await prepared(world);
    world.over.abort();
    await settle();
    expect(world.clock.pending).toBe(0);
    const next = new CallFillers({
      language: "en",
      builtIn: world.builtIn,
      voice: { id: "v", tts: world.vendor },
      shelf: world.shelf,
      times: new AnswerTimes(),
      context: policyContext().context,
      signal: new AbortController().signal,
      seed: "b",
    });
    next.prepare({});
    await settle(200);
    expect(isReady(next.next("soon", {}), world)).toBe(true);
  });
});

function soonAfter(...tookMs: readonly number[]): number {
  const times = new AnswerTimes();
  for (const ms of tookMs) times.note("a", ms);
  return times.soonMs("a");
}

const table: readonly (readonly [says: string, tookMs: readonly number[], soonMs: number])[] = [
  ["waits 0.8 s while nothing is known", [], 800],
  ["waits 0.8 s for one that is quicker anyway", [200, 300, 700, 790, 200], 800],
  ["believes no two answers", [1_200, 1_200], 800],
  ["waits a little longer than three answers took", [1_200, 1_100, 1_150], 1_350],
  [
    "counts late answers only, so quick ones between them change nothing",
    [200, 1_200, 90, 1_100, 1_150],
    1_350,
  ],
  ["is not misled by one hiccup of five", [1_200, 1_100, 6_000, 1_150, 1_000], 1_350],
  ["does not wait for one that takes long as a rule", [3_000, 3_100, 2_900], 800],
  ["keeps no caller in silence for more than 1.6 s", [1_460, 1_460, 1_460], 800],
  [
    "forgets what is older than 30 late answers",
    [...Array<number>(30).fill(5_000), ...Array<number>(30).fill(1_000)],
    1_150,
  ],
];

test.each(table)("the first filler %s", (_, tookMs, soonMs) => {
  expect(soonAfter(...tookMs)).toBe(soonMs);
});

test("times of answers are kept apart, for at most a thousand", () => {
  const times = new AnswerTimes();
  for (let i = 0; i < 1_100; i += 1) for (let n = 0; n < 3; n += 1) times.note(`${i}`, 1_000);
  expect(times.size).toBe(1_000);
  expect([times.soonMs("50"), times.soonMs("1050")]).toEqual([800, 1_150]);
});
