// Fuzz test over real sockets with broken and strange input: nothing crashes, hangs, leaks, or answers outside the
// protocol.

import { expect, test } from "bun:test";
import { Compile } from "typebox/compile";
import { fromClientRows, ownRows, rtviRows } from "../../src/transport/schema-rows.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { frameBytes, type RawFrame, RawSocket } from "../support/callers/raw-socket.ts";
import { socketServer } from "../support/servers/socket-server.ts";
import { connect } from "../support/callers/ws-client.ts";

const long = process.env.LONG === "1";
const inputs = long ? 50_000 : 2_500;
const brokenFrames = long ? 2_000 : 200;
const seed = seedOf(20_261_120);
const perSocket = 100;
/** Generous limit: the leak that it detects never ends. */
const growthBytesMax = 96 * 1024 * 1024;

/** The rate limits are off, or the fuzzer would only ever find those. */
const limits = {
  textsPerSecond: 1e9,
  textsBurst: 1e9,
  invalidJsonMax: 1e9,
  uplinkBurstMs: 1e9,
  binaryTooLargeMax: 1e9,
};

const examples = fromClientRows.map(({ example }) => JSON.stringify(example));
const serverChecks = [...rtviRows, ...ownRows].map(({ schema }) => Compile(schema));

const oddTexts = [
  "",
  "null",
  "{}",
  "[]",
  '"x"',
  "1e999",
  "ping: 1",
  "\u0000",
  "\uFEFF{}",
  '{"type":',
  "𝒳".repeat(50),
];

function oddValue(dice: Random): unknown {
  return dice.pick<() => unknown>([
    () => null,
    () => true,
    () => -0,
    () => 1e308,
    () => "",
    () => "é\u0000\u202E🙂",
    () => "x".repeat(dice.int(8_000, 40_000)),
    () => [],
    () => ({}),
    () =>
      JSON.parse(
        `${"[".repeat(dice.int(1, 60))}${"]".repeat(60)}`.replace(
          /^(\[+)\]+$/,
          (_, open: string) => open + "]".repeat(open.length),
        ),
      ) as unknown,
    () => JSON.parse('{"__proto__":{"t":"end"},"constructor":1}') as unknown,
    () => Object.fromEntries(Array.from({ length: dice.int(1, 1_200) }, (_, i) => [`k${i}`, i])),
    () => dice.int(-(2 ** 31), 2 ** 31),
  ])();
}

/** A valid message with one value, anywhere in it, made odd, removed, or doubled under another name. */
function oddMessage(dice: Random): string {
  const message = JSON.parse(dice.pick(examples)) as Record<string, unknown>;
  let at = message;
  for (;;) {
    const key = dice.pick(Object.keys(at));
    const inner = at[key];
    if (typeof inner === "object" && inner !== null && Object.keys(inner).length > 0 && dice.chance(0.7)) {
      at = inner as Record<string, unknown>;
      continue;
    }
    const kind = dice.int(0, 3);
    if (kind === 0) delete at[key];
    else if (kind === 1) at[`${key}_`] = inner;
    else at[key] = oddValue(dice);
    return JSON.stringify(message);
  }
}

/** A valid text, damaged as bytes may be on the way. */
function damaged(dice: Random): string {
  let text = dice.pick(examples);
  for (let i = dice.int(1, 4); i > 0; i--) {
    const from = dice.int(0, text.length);
    const to = dice.int(from, Math.min(text.length, from + 20));
    const noise = dice.pick([
      "",
      text.slice(from, to).repeat(2),
      '"',
      "{",
      "}",
      "\\",
      "\u0000",
      ",",
      "é",
      ":",
      " ",
    ]);
    text = text.slice(0, from) + noise + text.slice(to);
  }
  return text;
}

function input(dice: Random): string | Uint8Array {
  const kind = dice.next();
  if (kind < 0.35) return oddMessage(dice);
  if (kind < 0.65) return damaged(dice);
  if (kind < 0.72) return dice.pick(oddTexts);
  if (kind < 0.8) return dice.pick(examples);
  if (kind < 0.81) return "x".repeat(dice.int(60_000, 200_000));
  return new Uint8Array(kind < 0.82 ? dice.int(60_000, 100_000) : dice.int(0, 2_000));
}

test(
  `fuzz: ${inputs} odd inputs leave the server healthy (seed ${seed})`,
  async () => {
    const dice = random(seed);
    await using server = await socketServer({ echo: true, forgetful: true, endless: true, limits });
    let sent = 0;
    let warm = 0;
    while (sent < inputs) {
      await using client = await connect(`${server.url}?features=clear`);
      await client.ready();
      for (let i = 0; i < perSocket; i++) {
        const one = input(dice);
        if (typeof one === "string") client.send(one);
        else client.sendAudio(one);
        sent += 1;
      }
      // The server has read everything before this message when it answers it.
      client.send({ type: "client-message", id: "still there", data: { t: "ping" } });
      await client.message((one) => one.id === "still there");
      for (const message of client.messages) {
        const known = serverChecks.some((check) => check.Check(message));
        expect([message, known]).toEqual([message, true]);
      }
      if (warm === 0 && sent > inputs / 5) warm = settledMemory();
    }
    expect(settledMemory() - warm).toBeLessThan(growthBytesMax);
    await server.quiet();
    expect(server.held.size).toBe(0);
    expect(server.ticker.size).toBe(0);
  },
  long ? 600_000 : 60_000,
);

function oddFrame(dice: Random): RawFrame {
  const payload = dice.chance(0.5) ? dice.bytes(dice.int(0, 300)) : dice.pick(examples);
  return {
    opcode: dice.int(0, 15),
    payload,
    fin: dice.chance(0.7),
    reserved: dice.chance(0.2) ? dice.int(0, 7) : 0,
    masked: dice.chance(0.9),
    ...(dice.chance(0.1) && { claims: dice.int(0, 2 ** 31) }),
  };
}

test(
  `fuzz: ${brokenFrames} connections of broken frames disturb no others (seed ${seed})`,
  async () => {
    const dice = random(seed);
    await using server = await socketServer({ forgetful: true, limits });
    for (let i = 0; i < brokenFrames; i++) {
      await using raw = await RawSocket.open(server.port, "/ws");
      for (let frames = dice.int(1, 5); frames > 0; frames--) {
        const bytes = frameBytes(oddFrame(dice));
        if (dice.chance(0.1)) bytes[dice.int(0, bytes.length - 1)] = dice.int(0, 255);
        raw.write(bytes);
      }
      await raw.end();
    }
    await server.quiet();
    expect(server.held.size).toBe(0);
    await using client = await connect(server.url);
    await client.ready();
    await client.close();
  },
  long ? 600_000 : 60_000,
);

function settledMemory(): number {
  Bun.gc(true);
  return process.memoryUsage().rss;
}
