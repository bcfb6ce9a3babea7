// Kill moments: a node dies, is cut off or stops at any moment of a conversation, and in each case the session has one
// home, its ledger is exact, and its flow continues at the same place.

import { expect, test } from "bun:test";
import { random, seedOf } from "../support/random.ts";
import { account } from "../support/fakes/session-bench.ts";
import type { FakeLine } from "../support/fakes/fake-line.ts";
import { SessionNodes } from "../support/fakes/session-nodes.ts";
import { livesToTry } from "../support/stores/chosen-store.ts";

const lives = livesToTry(40, 10_000);
const seed = seedOf(20_261_124);
/** Events that a dying node may not have written. */
const batchMs = 300;

const flow = `
voice_flow: 1
id: flow
language: en
start: one
variables:
  one: {type: digits, length: 2, ask: "This is a rather long question about the first code?"}
  two: {type: digits, length: 2, confirm: explicit, ask: "What is the second code that you have?"}
  three: {type: digits, length: 2, ask: "Third code?"}
tools:
  find:
    params: {code: text}
    http: GET https://book.example.com/{{ code }}
  book:
    params: {code: text}
    http: POST https://book.example.com/bookings
defaults: {give_up: bye}
nodes:
  one: {ask: one, next: find}
  find: {tool: find, with: {code: one}, next: two, on_error: bye}
  two: {ask: two, next: book}
  book: {tool: book, with: {code: two}, next: three, on_error: unsure}
  unsure: {say: "Nobody knows.", next: three}
  three: {ask: three, next: bye}
  bye: {say: "Goodbye.", end: done}
`;

/** Possible first words at the other node, by the flow's place. */
const heardAt: Readonly<Record<string, readonly string[]>> = {
  "": ["This is a rather long question about the first code?"],
  one: ["This is a rather long question about the first code?"],
  find: ["What is the second code that you have?"],
  two: ["What is the second code that you have?", "1 2, is that right?", "3 4, is that right?"],
  book: ["Third code?"],
  unsure: ["Third code?"],
  three: ["Third code?"],
  bye: ["Goodbye."],
};

const script = ["one two", "three four", "yes", "five six"];

/** Nodes of the flow in which the call was at some time after `fromMs`. */
function nodesSince(line: FakeLine, fromMs: number): readonly string[] {
  const entered = line.events.flatMap((event) => (event.type === "flow-state" ? [event] : []));
  const before = entered.findLast(({ atMs }) => atMs <= fromMs)?.state ?? "";
  return [before, ...entered.filter(({ atMs }) => atMs > fromMs).map(({ state }) => state)];
}

/** The last sentence of the first reply. */
function firstHeard(line: FakeLine): string | undefined {
  const said = line.events.flatMap((event) =>
    event.type === "sentence" && event.status === "new" ? [event] : [],
  );
  return said.findLast(({ reply }) => reply === said[0]?.reply)?.text;
}

test(`kill moments: after ${lives} of them all data is consistent (SEED=${seed})`, async () => {
  let moves = 0;
  for (let i = 0; i < lives; i += 1) {
    const chance = random(seed + i);
    const tool = chance.pick([5, 400, 3_000]);
    await using nodes = await SessionNodes.open({
      flow,
      sharedMicrosPerMinute: chance.pick([0, 77_777]),
      tool: async () => {
        await new Promise<void>((done) => void nodes.n1.clock.after(tool, done));
        return { ok: true, body: null };
      },
    });
    const token = await nodes.start();
    const first = await nodes.n1.join(token);
    const killAt = chance.int(0, 16_000);
    for (let at = 0; at < killAt; at += 500) {
      const words = at % 3_500 === 2_000 ? script[Math.floor(at / 3_500)] : undefined;
      if (words !== undefined) first.call?.input({ type: "text", text: words, interrupt: true, speak: true });
      await nodes.pass(Math.min(500, killAt - at));
    }
    if ((await nodes.row()).status === "ended") continue;
    const how = chance.pick(["kill", "cut", "release"] as const);
    if (how !== "release") nodes.kill();
    await nodes.pass(how === "release" ? 0 : chance.int(0, 3_000));
    const joined = nodes.n2.join(token).catch(() => undefined);
    await nodes.pass(3_000);
    const second = await joined;
    // The session had ended by itself meanwhile, or its end was on the way when it was cut off.
    if (second === undefined) continue;
    moves += 1;
    if (how === "cut") nodes.mend();
    const allowed = nodesSince(first, Math.max(0, killAt - batchMs - (how === "kill" ? 0 : 20)));
    const heard = firstHeard(second);
    const possible = allowed.flatMap((node) => heardAt[node] ?? []);
    await nodes.pass(6_500);
    expect(possible, `life ${i}: ${how} at ${killAt}, ${allowed.join(" ")}`).toContain(firstHeard(second)!);
    expect([i, (await nodes.row()).home, nodes.n1.calls.size === 0 || how === "kill"]).toEqual([
      i,
      "n2",
      true,
    ]);
    for (const words of script.slice(-3)) {
      second.call?.input({ type: "text", text: words, interrupt: true, speak: true });
      await nodes.pass(3_500);
    }
    second.call?.gone("caller");
    await nodes.pass(3_000);
    const row = await nodes.row();
    const proof = await nodes.n2.proof();
    const taken = proof.sums.settle + proof.sums.writeoff;
    expect([i, row.status, row.home, proof.faults, proof.heldMicros, row.costMicros]).toEqual([
      i,
      "ended",
      "n2",
      [],
      0,
      taken,
    ]);
    // No request that changes something was sent twice.
    const keys = nodes.asked.filter(({ tool: name }) => name === "book").map(({ key }) => key);
    expect([i, heard, keys.length, new Set(keys).size]).toEqual([i, heard, keys.length, keys.length]);
    const found = await nodes.n2.store.sessions.find({ accountId: account, sessionId: row.id });
    const replies = (found?.events ?? []).flatMap(({ type, data }) =>
      type === "agent" ? [data["reply"]] : [],
    );
    const [own, others] = [
      replies.filter((n) => Number(n) < 1_000),
      replies.filter((n) => Number(n) > 1_000),
    ];
    expect([i, own.length + others.length]).toEqual([i, replies.length]);
    const seqs = nodes.hooks.map(({ seq }) => seq);
    // Queued events of a cut node arrive late, but no number comes twice.
    const inOrder = how === "cut" ? seqs : seqs.toSorted((x, y) => x - y);
    expect([i, seqs]).toEqual([i, [...new Set(inOrder)]]);
    const types = nodes.hooks.map(({ type }) => type);
    const ends = types.filter((type) => type === "session.ended").length;
    const starts = types.filter((type) => type === "session.started").length;
    expect([i, starts, ends, types.at(-1)]).toEqual([i, 1, 1, "session.ended"]);
  }
  expect(moves).toBeGreaterThan(lives / 2);
}, 600_000);
