// Laws of ears: callers who know their wishes book once over a transcription and once over a model that hears. With an
// honest or mute model the bookings are equal; a lying one may cost so many questions that a person takes over, but
// nothing wrong is booked. The bill of the ears is the vendor's count.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { priceList } from "../../src/billing/price-list.ts";
import { UsageAccount } from "../../src/billing/usage-account.ts";
import { listeningPointAt } from "../../src/flow/engine/run/ask/listening-point.ts";
import type { FlowState } from "../../src/flow/engine/run/flow-state.ts";
import { initialState } from "../../src/flow/engine/run/initial-state.ts";
import { languageOf } from "../../src/flow/locale/languages.ts";
import { meteredStt } from "../../src/providers/metered-clients.ts";
import { Breakers } from "../../src/providers/policy/breaker.ts";
import { sttWithReconnect } from "../../src/providers/policy/stt-with-reconnect.ts";
import type { Stt } from "../../src/providers/provider-contract.ts";
import { heardOf } from "../../src/voice/heard-words.ts";
import { withQuestion } from "../../src/voice/open-recogniser.ts";
import { openFlowResponder } from "../../src/voice/responder-flow.ts";
import { programOf, talkFacts } from "../support/fakes/flow-talk.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { FakeSocketServer, type SocketScript } from "../support/providers/fake-socket.ts";
import { type EarsMind, earsKey, fakeEars } from "../support/providers/stt/fake-openai-ears.ts";
import { fakeOpenAi, openAiKey } from "../support/providers/stt/fake-openai-realtime.ts";
import { speak, vocabulary } from "../support/providers/stt/marked-speech.ts";
import { clientOf, Heard } from "../support/providers/stt/stt-vendors.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { noService, nothingOutside } from "../support/servers/outside.ts";

const ears = "openai-realtime-ears";
const isLong = process.env["LONG"] === "1";
const calls = isLong ? 200 : 8;
const seed = seedOf(20_261_130);
const program = programOf(await Bun.file("public/flows/table-booking.flow.yaml").text());
const { speaker } = languageOf("en");
const today = "2026-11-20";
const phone = "oh one four oh one two three four five six";
const turnsMax = 60;

/** Wishes of the caller, and the first words for them: some that the rules read, or the caller's own. */
interface Wish {
  readonly guests: number;
  readonly day: string;
  at: string;
  readonly own: ReadonlyMap<string, string>;
}

/** Words that no rules read, and their meanings. */
const ownWords: Readonly<Record<string, readonly string[]>> = {
  guests: ["the usual crowd", "us and the twins and their au pair"],
  day: ["on the day of the big match", "when the parents are in town"],
  at: ["right after the theatre", "as soon as the babysitter is there"],
};

function wishOf(dice: Random): Wish {
  const minutes = dice.int(0, 20) * 15;
  const at = `${17 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  const own = Object.entries(ownWords).flatMap(([name, words]) =>
    dice.chance(0.4) ? [[name, dice.pick(words)] as const] : [],
  );
  return { guests: dice.int(1, 12), day: `2026-11-${dice.int(21, 30)}`, at, own: new Map(own) };
}

const plainWords = (wish: Wish, name: string): string =>
  ({
    guests: speaker.number(wish.guests),
    day: speaker.date(wish.day, today),
    at: speaker.time(wish.at),
    phone,
    ok: "yes",
  })[name] ?? "yes";

const minds = ["honest", "mute", "liar", "inventor", "obedient"] as const;
const moods = [undefined, "double", "no-call", "garbled", "failed", "refused", "expires"] as const;

/** Answer of this kind of model. `wish`: the caller's, which an honest model understands. */
function answerBy(mind: (typeof minds)[number], dice: Random, wish: Wish): NonNullable<EarsMind["answerOf"]> {
  return (heard, instructions) => {
    const asked = JSON.parse(instructions.split("\n").findLast((line) => line.startsWith("{")) ?? "{}") as {
      readonly wanted?: readonly { readonly name: string }[];
    };
    const lie: Readonly<Record<string, unknown>> = {
      guests: dice.int(1, 12),
      day: "2026-12-24",
      at: "18:45",
    };
    const names = (asked.wanted ?? []).map(({ name }) => name);
    const set = (values: Readonly<Record<string, unknown>>, quote: string) =>
      Object.fromEntries(
        names.filter((name) => name in values).map((name) => [name, { value: values[name], quote }]),
      );
    const meant = [...wish.own].find(([, words]) => words === heard)?.[0];
    switch (mind) {
      case "honest":
        return {
          set: meant === undefined ? null : set({ [meant]: wish[meant as "guests" | "day" | "at"] }, heard),
        };
      case "mute":
        return { set: null, act: "none" };
      case "liar":
        return { set: set(lie, heard), act: dice.pick(["yes", "no", "none"]), quote: heard };
      case "inventor":
        return { set: set(lie, "something that was never said"), act: "yes", quote: "yes" };
      case "obedient":
        return {
          set: set(lie, heard.split(" ").at(-1) ?? ""),
          handler: "operator",
          option: "nothing",
          act: "repeat",
        };
    }
  };
}

const isTrue = (number: number): boolean => ["honest", "mute"].includes(mindOf(number));

const mindOf = (number: number) => minds[number % minds.length] ?? "honest";

interface Booked {
  readonly outcome: string | undefined;
  readonly booked: unknown;
  readonly turns: number;
}

interface Hearing {
  readonly stt: Stt;
  readonly clock: VirtualClock;
  readonly account: UsageAccount;
  /** Texts behind the marked words. */
  readonly texts: string[];
  /** Whether the recogniser's words are still marked words. */
  readonly areMarked: boolean;
}

/** Two marked words in place of a text. */
function marked(texts: string[], text: string): string {
  const at = texts.push(text) - 1;
  return `${vocabulary[Math.floor(at / vocabulary.length)]} ${vocabulary[at % vocabulary.length]}`;
}

function textOf(texts: readonly string[], words: string): string {
  const [first = "", second = ""] = words.split(" ");
  return texts[vocabulary.indexOf(first) * vocabulary.length + vocabulary.indexOf(second)] ?? "";
}

async function book(wish: Wish, isTaken: boolean, hearing: Hearing): Promise<Booked> {
  const { stt, clock, account, texts, areMarked } = hearing;
  let state: FlowState = initialState(program, talkFacts);
  let outcome: string | undefined;
  let booked: unknown;
  let looks = 0;
  const responder = openFlowResponder({
    program,
    facts: talkFacts,
    outside: {
      ...nothingOutside,
      async runTool({ tool, arguments: given }) {
        await Promise.resolve();
        looks += 1;
        if (tool === "book_table") booked = given;
        const offers = isTaken && looks === 1;
        if (offers) wish.at = "21:30";
        const found = offers ? { free: false, alternatives: ["21:30"] } : { free: true, alternatives: [] };
        return { ok: true, body: tool === "book_table" ? { ref: "K7" } : found };
      },
    },
    clock,
    log: silentLog,
    watch: (next) => (state = next),
  });
  responder.attend({
    ...noService,
    tell(fact) {
      if (fact.type === "end") outcome = fact.outcome;
      if (fact.type === "flow-state" && fact.state === "desk") outcome = "desk";
    },
  });
  const call = new AbortController();
  const heard = await Heard.open(stt, { clock, call: call.signal });
  const own = new Map(wish.own);
  const give = async (input: Parameters<typeof responder.answer>[0]): Promise<void> => {
    for await (const _ of responder.answer(input, call.signal));
  };
  await give({ type: "start" });
  let turns = 0;
  for (; outcome === undefined && turns < turnsMax; turns++) {
    const point = listeningPointAt(program, state, { wallMs: clock.wall() });
    const text = words(point, wish, own);
    heard.session.expect(withQuestion(responder.expectation(), { stt, responder }));
    const end = await heard.turn(speak(marked(texts, text)), turns + 1);
    const told = heardOf(end);
    await give({ type: "words", ...told, text: areMarked ? textOf(texts, told.text) : told.text });
  }
  call.abort();
  heard.session.close();
  await account.owed;
  return { outcome, booked, turns };
}

function words(point: ReturnType<typeof listeningPointAt>, wish: Wish, own: Map<string, string>): string {
  const { confirming, asked } = point ?? {};
  if (confirming !== undefined) {
    const isRight = confirming.values.every(
      ({ name, value }) => !(name in ownWords) || value === wish[name as "guests" | "day" | "at"],
    );
    return isRight ? "yes" : "no";
  }
  const name = asked?.name ?? "";
  const first = own.get(name);
  own.delete(name);
  return first ?? plainWords(wish, name);
}

async function onCascade(dice: Random, isTaken: boolean): Promise<Booked> {
  const clock = new VirtualClock();
  await using server = await FakeSocketServer.open(fakeOpenAi);
  const client = clientOf("openai", server.url, openAiKey);
  const stt = sttWithReconnect(
    [{ client, name: "openai", breakerId: "openai", ownKey: true }],
    new Breakers(clock),
  );
  const hearing = { stt, clock, account: new UsageAccount([]), texts: [], areMarked: true };
  const result = await book(wishOf(dice), isTaken, hearing);
  expect(server.problems).toEqual([]);
  return result;
}

async function onEars(dice: Random, isTaken: boolean, number: number): Promise<Booked> {
  const [clock, texts, account] = [new VirtualClock(), [] as string[], new UsageAccount(priceList)];
  const wish = wishOf(dice);
  const mind = mindOf(number);
  const mood = moods[Math.floor(number / minds.length) % moods.length];
  const counted = { text: 0, audio: 0, cachedText: 0, cachedAudio: 0, output: 0 };
  const peer = fakeEars({
    answerOf: answerBy(mind, dice, wish),
    textOf: (words) => textOf(texts, words),
    billed: ({ output_tokens: output, input_token_details: input }) => {
      const { text_tokens: text, audio_tokens: audio } = input.cached_tokens_details;
      counted.text += input.text_tokens - text;
      counted.audio += input.audio_tokens - audio;
      counted.cachedText += text;
      counted.cachedAudio += audio;
      counted.output += output;
    },
  });
  const script: SocketScript = mood === undefined ? {} : { mood };
  await using server = await FakeSocketServer.open(peer, script);
  const source = { kind: "stt", provider: ears, model: "gpt-realtime-2.1-mini", ownKey: false } as const;
  const client = meteredStt(
    clientOf(ears, server.url, earsKey),
    (usage) => account.add(source, usage, clock.wall()),
    (rest) => account.owe(rest),
  );
  const stt = sttWithReconnect([{ client, name: ears, breakerId: ears, ownKey: true }], new Breakers(clock));
  const result = await book(wish, isTaken, { stt, clock, account, texts, areMarked: false });
  expect(server.problems).toEqual([]);
  const amounts = Object.fromEntries(account.items.map(({ unit, amount }) => [unit, amount]));
  // A session that ends during a request costs an estimate besides.
  if (mood !== "expires" && mood !== "refused")
    expect([
      amounts["input_tokens"] ?? 0,
      amounts["audio_input_tokens"] ?? 0,
      amounts["output_tokens"] ?? 0,
    ]).toEqual([counted.text, counted.audio, counted.output]);
  expect(account.micros).toBe(account.items.reduce((sum, { micros }) => sum + micros, 0));
  return result;
}

test(`ears: ${calls} bookings end as over a transcription, seed ${seed}`, async () => {
  const turns = { cascade: 0, ears: 0, ofTrue: 0, givenUp: 0 };
  for (let number = 0; number < calls; number++) {
    const own = seed + number;
    const isTaken = number % 4 === 1;
    const cascade = await onCascade(random(own), isTaken);
    const hearing = await onEars(random(own), isTaken, number);
    const isGivenUp = hearing.outcome === "desk" && !isTrue(number);
    turns.cascade += cascade.turns;
    turns.ears += hearing.turns;
    if (isTrue(number)) turns.ofTrue += hearing.turns - cascade.turns;
    if (isGivenUp) turns.givenUp += 1;
    const { outcome, booked } = cascade;
    expect({ seed: own, outcome: hearing.outcome, booked: hearing.booked }).toEqual({
      seed: own,
      ...(isGivenUp ? { outcome: "desk", booked: undefined } : { outcome, booked }),
    });
  }
  if (isLong) console.log(JSON.stringify(turns));
}, 600_000);
