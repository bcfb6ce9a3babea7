// Faults over sockets: whole sessions whose recogniser, language model or voice fails in one way each, with real
// sockets to the caller and to every server. Only the detector of speech is instant.

import { expect, test } from "bun:test";
import { timeMicros } from "../../src/billing/price.ts";
import { fillersIn } from "../../src/flow/locale/languages.ts";
import { writeWav } from "../../src/audio/wav.ts";
import type { HttpScript } from "../support/providers/fake-http.ts";
import { never } from "../support/providers/stream-server.ts";
import { toneBytes } from "../support/providers/tts/speech-tone.ts";
import { type ChatScript, role, say, wellBehaved } from "../support/servers/chat-server.ts";
import { type Faults, FaultWorld } from "../support/servers/fault-world.ts";

const greeting = "Hello.";
const order = "two coffees please";
const reply = "Here you are.";
const deaf = ["I am sorry, I cannot hear you any more.", "Goodbye."];
/** For busy machines; the fault matrix holds in virtual time that a caller has an end within 12 s. */
const testMsMax = 60_000;

/** Minimum and maximum. */
type Range = readonly [number, number];

interface Cell extends Faults {
  readonly fault: string;
  /** Actions of the caller; the call ends with them, or by itself. */
  readonly call: (world: FaultWorld) => Promise<void>;
  /** Sentences after the greeting, which a failure may precede. */
  readonly heard: readonly string[];
  /** Number of connections of the recogniser and of requests to the model. */
  readonly attempts: { readonly ear: number; readonly chat: number };
  /** Number of texts that the voice at its address received, minimum and maximum. */
  readonly texts: Range;
  /** The record: the session's end reason, and its events of providers. */
  readonly endReason: "caller" | "failed";
  readonly notices: readonly string[];
  /** Milliseconds of received audio, minimum and maximum. */
  readonly audioMs: Range;
  /** Characters that the voice at its address spoke, and tokens that the model wrote. */
  readonly chars: Range;
  readonly outputTokens: number;
}

/** The model greets well, fails like this, and is well again. */
const failing = (...scripts: readonly ChatScript[]): readonly ChatScript[] => [
  wellBehaved(greeting),
  ...scripts,
  wellBehaved(reply),
];
const pcm = { "Content-Type": "audio/pcm" };
const refused = (status: number): HttpScript => ({ status, parts: [Buffer.from("{}")], framing: "length" });

/** The model breaks off after its first sentence has been heard. */
const cutsNow = Promise.withResolvers<void>();

async function orderAloud(world: FaultWorld): Promise<void> {
  await world.heard(greeting);
  world.say(order);
}

/** Types, listens to this sentence, and hangs up. */
function orderTyped(until: string): Cell["call"] {
  return async (world) => {
    await world.heard(greeting);
    world.type(order);
    await world.heard(until);
    world.hangUp();
  };
}

const cells: readonly Cell[] = [
  {
    fault: "recogniser: a refused key, before the model has greeted",
    ear: [{ refuse: { status: 401, body: "{}" } }],
    chat: [{ headGate: never }],
    call: () => Promise.resolve(),
    heard: deaf,
    attempts: { ear: 1, chat: 1 },
    texts: [2, 2],
    endReason: "failed",
    notices: ["provider/gave-up", "stt_unavailable"],
    audioMs: [2_800, 3_300],
    chars: [47, 47],
    outputTokens: 0,
  },
  {
    fault: "recogniser: a hang in the handshake, and the built-in one steps in",
    environment: { STT_FALLBACK: "builtin" },
    ear: [{ hang: "handshake" }],
    builtInHears: order,
    chat: failing(),
    call: async (world) => {
      await orderAloud(world);
      await world.heard(reply);
      world.hangUp();
    },
    heard: [reply],
    attempts: { ear: 1, chat: 2 },
    texts: [2, 2],
    endReason: "caller",
    notices: ["provider/fallback"],
    audioMs: [1_100, 1_200],
    chars: [19, 19],
    outputTokens: 2,
  },
  {
    fault: "recogniser: a hang after it has opened",
    ear: [{ hang: "open" }],
    chat: failing(),
    call: async (world) => {
      await orderAloud(world);
      await world.heard("Sorry, I did not understand that.");
      world.hangUp();
    },
    heard: ["Sorry, I did not understand that."],
    attempts: { ear: 1, chat: 1 },
    texts: [3, 3],
    endReason: "caller",
    notices: [],
    audioMs: [2_000, 4_000],
    chars: [62, 62],
    outputTokens: 1,
  },
  {
    fault: "recogniser: a cut in the middle of the turn",
    ear: [{ dropAtByte: 6_400 }],
    chat: failing(),
    call: async (world) => {
      await orderAloud(world);
      await world.heard(reply);
      world.hangUp();
    },
    heard: [reply],
    attempts: { ear: 2, chat: 2 },
    texts: [2, 2],
    endReason: "caller",
    notices: ["provider/retried"],
    audioMs: [1_100, 1_200],
    chars: [19, 19],
    outputTokens: 2,
  },
  {
    fault: "recogniser: garbage before its words",
    ear: [
      { first: ["{nothing", "[1]", "null", new Uint8Array([1, 2, 3]), '{"type":"Results"}'], split: true },
    ],
    chat: failing(),
    call: async (world) => {
      await orderAloud(world);
      await world.heard(reply);
      world.hangUp();
    },
    heard: [reply],
    attempts: { ear: 1, chat: 2 },
    texts: [2, 2],
    endReason: "caller",
    notices: [],
    audioMs: [1_100, 1_200],
    chars: [19, 19],
    outputTokens: 2,
  },
  {
    fault: "model: no money",
    chat: failing({ status: 429, body: '{"error":{"message":"no quota","code":"insufficient_quota"}}' }),
    call: orderTyped("I am sorry, my language model is not set up correctly."),
    heard: ["I am sorry, my language model is not set up correctly."],
    attempts: { ear: 1, chat: 2 },
    texts: [3, 3],
    endReason: "caller",
    notices: ["provider/gave-up", "provider/failed"],
    audioMs: [3_500, 6_300],
    chars: [104, 104],
    outputTokens: 1,
  },
  {
    fault: "model: a rate limit",
    chat: failing({ status: 429, headers: { "Retry-After": "30" }, body: "{}" }),
    call: orderTyped("I am sorry, my language model is busy right now."),
    heard: ["I am sorry, my language model is busy right now."],
    attempts: { ear: 1, chat: 2 },
    texts: [3, 3],
    endReason: "caller",
    notices: ["provider/gave-up", "provider/failed"],
    audioMs: [3_100, 5_000],
    chars: [83, 83],
    outputTokens: 1,
  },
  {
    fault: "model: a hang",
    chat: failing({ headGate: never }),
    call: orderTyped("I am sorry, I could not reach my language model."),
    heard: ["I am sorry, I could not reach my language model."],
    attempts: { ear: 1, chat: 2 },
    texts: [3, 3],
    endReason: "caller",
    notices: ["provider/gave-up", "provider/failed"],
    audioMs: [3_100, 4_300],
    chars: [71, 71],
    outputTokens: 1,
  },
  {
    fault: "model: a cut after its first sentence",
    chat: failing({
      parts: [role(), say("They are on their way. "), { gate: cutsNow.promise }],
      end: "cut",
    }),
    call: async (world) => {
      await world.heard(greeting);
      world.type(order);
      await world.heard("They are on their way.");
      cutsNow.resolve();
      await world.heard("I am sorry, I lost the connection to my language model.");
      world.hangUp();
    },
    heard: ["They are on their way.", "I am sorry, I lost the connection to my language model."],
    attempts: { ear: 1, chat: 2 },
    texts: [4, 4],
    endReason: "caller",
    notices: ["provider/gave-up", "provider/failed"],
    audioMs: [4_000, 7_000],
    chars: [84, 100],
    outputTokens: 7,
  },
  {
    fault: "model: endless",
    chat: failing({
      parts: [role(), ...Array.from({ length: 900 }, () => say("And so on. ")), { gate: never }],
    }),
    call: orderTyped("And so on."),
    heard: ["And so on."],
    attempts: { ear: 1, chat: 2 },
    // Chance decides how many sentences were ordered ahead when the caller hung up.
    texts: [3, 5],
    endReason: "caller",
    notices: [],
    audioMs: [900, 3_000],
    chars: [16, 46],
    outputTokens: 2_003,
  },
  {
    fault: "voice: a refused key, and no other voice",
    voice: [refused(401)],
    chat: failing(),
    call: async (world) => {
      await world.heard(greeting);
      world.type(order);
    },
    heard: ["I am sorry, I have lost my voice.", "Goodbye."],
    attempts: { ear: 1, chat: 2 },
    texts: [1, 1],
    endReason: "failed",
    notices: ["provider/gave-up", "tts_unavailable", "provider/gave-up", "tts_unavailable"],
    audioMs: [300, 1_500],
    chars: [0, 0],
    outputTokens: 2,
  },
  {
    fault: "voice: a drip that stops, and the built-in one says the rest",
    environment: { TTS_FALLBACK: "builtin" },
    voice: [
      {
        headers: pcm,
        parts: [toneBytes(greeting, 24_000).subarray(0, 2_400), { gate: never }],
        pieceBytes: 48,
      },
    ],
    chat: failing(),
    call: orderTyped(reply),
    heard: [reply],
    attempts: { ear: 1, chat: 2 },
    texts: [1, 1],
    endReason: "caller",
    notices: ["provider/fallback"],
    audioMs: [300, 2_000],
    chars: [6, 6],
    outputTokens: 2,
  },
  {
    fault: "voice: a sample rate that nobody can use, and the built-in one speaks",
    environment: { TTS_FALLBACK: "builtin" },
    voice: [
      {
        headers: { "Content-Type": "audio/wav" },
        parts: [writeWav({ rate: 96_000, pcm: new Int16Array(96_000) })],
      },
    ],
    chat: failing(),
    call: orderTyped(reply),
    heard: [reply],
    attempts: { ear: 1, chat: 2 },
    texts: [1, 1],
    endReason: "caller",
    notices: ["provider/fallback"],
    audioMs: [300, 1_000],
    chars: [0, 0],
    outputTokens: 2,
  },
  {
    fault: "voice: endless, and the caller cuts in",
    voice: [
      {
        headers: pcm,
        parts: Array.from({ length: 60 }, () => toneBytes("one second long.", 24_000)),
        end: "hang",
      },
    ],
    chat: failing(),
    call: async (world) => {
      await world.client.message("bot-started-speaking");
      world.type(order);
      await world.heard(reply);
      world.hangUp();
    },
    heard: [reply],
    attempts: { ear: 1, chat: 2 },
    texts: [2, 2],
    endReason: "caller",
    notices: [],
    audioMs: [800, 11_000],
    chars: [19, 19],
    outputTokens: 2,
  },
];

/** Fillers: texts that a voice synthesises ahead for callers who have to wait. */
const fillers: ReadonlySet<string> = new Set(Object.values(fillersIn("en")!).flat());

/** Upper bound of the fillers' audio: how much of them is heard depends on the machine's speed. */
const fillersMsMax = 4_000;

interface UsageItem {
  readonly unit: string;
  readonly amount: number;
  readonly cost_micros: number;
}

type Usage = Readonly<Record<string, unknown>> | null;

/** Usage items of a session, one for each provider's work. */
const itemsOf = (usage: Usage): readonly UsageItem[] => (usage?.["items"] ?? []) as readonly UsageItem[];

function amountOf(usage: Usage, unit: string): number {
  return itemsOf(usage).reduce((sum, item) => sum + (item.unit === unit ? item.amount : 0), 0);
}

function itemMicros(usage: Usage): number {
  return itemsOf(usage).reduce((sum, item) => sum + item.cost_micros, 0);
}

function expectWithin(value: number, [least, most]: Range): void {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}

for (const cell of cells) {
  test.concurrent(
    `fault: ${cell.fault}`,
    async () => {
      await using world = await FaultWorld.open(cell);
      await cell.call(world);
      const { code } = await world.client.closed;
      await world.released();
      const { row, notices, books } = await world.record();

      expect(world.sentences.filter((text) => text !== greeting)).toEqual([...cell.heard]);
      const [audioMsMin, audioMsMax] = cell.audioMs;
      expectWithin(world.client.audioLength / 32, [audioMsMin, audioMsMax + fillersMsMax]);
      const ready = world.voice.texts.flatMap(({ text }) => (fillers.has(text) ? [text] : []));
      expectWithin(world.voice.texts.length - ready.length, cell.texts);
      expect(world.attempts).toEqual(cell.attempts);
      expect([code, row.endReason]).toEqual([cell.endReason === "caller" ? 1000 : 4481, cell.endReason]);
      expect(notices).toEqual([...cell.notices]);

      // Fillers are synthesised and billed separately; a cell may have left the last one before its first sound.
      const [charsMin, charsMax] = cell.chars;
      expectWithin(amountOf(row.usage, "chars"), [charsMin, charsMax + ready.join("").length]);
      expect(amountOf(row.usage, "output_tokens")).toBe(cell.outputTokens);
      expect(row.costMicros).toBe(timeMicros(row.connectedMs) + itemMicros(row.usage));
      expect(itemMicros(row.usage)).toBeGreaterThan(0);
      expect(books).toMatchObject({
        faults: [],
        heldMicros: 0,
        sums: { settle: row.costMicros, writeoff: 0 },
      });
      expect([world.ear.problems, world.chat.problems, world.voice.problems]).toEqual([[], [], []]);
    },
    testMsMax,
  );
}
