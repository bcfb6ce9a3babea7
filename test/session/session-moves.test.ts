// Moves of sessions between nodes: the right to take one over, the old home's behaviour, and the cost.

import { describe, expect, test } from "bun:test";
import type { Arrival } from "../../src/session/arrival.ts";
import { delay } from "../../src/base/clock.ts";
import { codeOf } from "../support/code-of.ts";
import { account } from "../support/fakes/session-bench.ts";
import { saidOn, SessionNodes, talking, type } from "../support/fakes/session-nodes.ts";

const second = 50_000;

const counting = `
voice_flow: 1
id: flow
language: en
start: one
variables:
  one: {type: digits, length: 2, ask: "First code?"}
  two: {type: digits, length: 2, ask: "Second code?"}
  three: {type: digits, length: 2, ask: "Third code?"}
tools:
  book:
    params: {code: text}
    http: POST https://book.example.com/bookings
defaults: {give_up: bye}
nodes:
  one: {ask: one, next: two}
  two: {ask: two, next: book}
  book: {tool: book, with: {code: two}, next: three, on_error: bye}
  three: {ask: three, next: bye}
  bye: {say: "Goodbye.", end: done}
`;

/** Flow that says something for so many seconds, and waits. */
const says = (seconds: number): string => `
voice_flow: 1
id: flow
language: en
start: talk
nodes:
  talk: {say: "${"word ".repeat(seconds * 10).trim()}.", wait: 300s, next: bye}
  bye: {say: "Goodbye.", end: done}
`;

const proofOf = (nodes: SessionNodes) => nodes.n2.proof();

describe("cost", () => {
  test("the time at both nodes is paid once, up to the last heartbeat of the one that died", async () => {
    await using nodes = await SessionNodes.open({ flow: counting, sharedMicrosPerMinute: 12_345 });
    const { token } = await talking(nodes, ["one two"]);
    nodes.kill();
    await nodes.pass(2_000);
    const line = await nodes.n2.join(token);
    await nodes.pass(10_000);
    line.call?.gone("caller");
    await nodes.n1.settled();
    await nodes.pass(2_000);
    const { connectedMs, costMicros, status } = await nodes.row();
    // 6 s at the first node, of which up to 5 s may be lost, and 10 s at the second.
    expect(connectedMs).toBeWithin(11_000, 16_001);
    expect([status, costMicros]).toEqual(["ended", Math.ceil(connectedMs / 1_000) * second]);
    expect(await proofOf(nodes)).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: costMicros } });
  });

  test("the next minute is due when the first node's paid one is used up", async () => {
    await using nodes = await SessionNodes.open({ flow: says(1) });
    const { token } = await talking(nodes);
    // The store holds the second minute at 48 s.
    await nodes.pass(47_000);
    const holds = async () => (await proofOf(nodes)).entries.filter(({ kind }) => kind === "hold").length;
    expect(await holds()).toBe(2);
    nodes.kill();
    const again = await nodes.n2.join(token);
    await nodes.pass(50_000);
    expect(await holds()).toBe(2);
    await nodes.pass(15_000);
    expect(await holds()).toBe(3);
    again.call?.gone("caller");
    await nodes.pass(2_000);
    expect(await proofOf(nodes)).toMatchObject({ faults: [], heldMicros: 0 });
  });

  test("a provider's use at both nodes is one sum", async () => {
    await using nodes = await SessionNodes.open({ sharedMicrosPerMinute: 12_345 });
    const { token } = await talking(nodes, ["hello", "go on"]);
    nodes.kill();
    const line = await nodes.n2.join(token);
    await nodes.pass(3_000);
    await type(nodes, line, "and then?", 3_000);
    line.call?.gone("caller");
    await nodes.pass(2_000);
    const { usage, costMicros, connectedMs } = await nodes.row();
    const items = usage!["items"] as { readonly amount: number; readonly cost_micros: number }[];
    const paid = items.reduce((sum, item) => sum + item.cost_micros, 0);
    // Seven tokens each: a greeting, two answers, one answer.
    expect(items.reduce((sum, item) => sum + item.amount, 0)).toBe(28);
    expect(costMicros).toBe(Math.ceil(connectedMs / 1_000) * second + paid);
    expect(await proofOf(nodes)).toMatchObject({ faults: [], sums: { settle: costMicros } });
  });
});

describe("reports", () => {
  test("hooks get each event once, in order, with rising numbers, and one end", async () => {
    await using nodes = await SessionNodes.open({
      flow: counting,
      tool: () => Promise.resolve({ ok: true, body: null }),
    });
    const { token } = await talking(nodes, ["one two"]);
    await nodes.pass(500);
    nodes.kill();
    const line = await nodes.n2.join(token);
    await nodes.pass(3_000);
    await type(nodes, line, "three four", 3_000);
    await type(nodes, line, "five six", 3_000);
    expect(nodes.hooks.map(({ type: of }) => of)).toEqual([
      "session.started",
      "node.entered",
      "turn.completed",
      "node.entered",
      "turn.completed",
      "turn.completed",
      "node.entered",
      "node.entered",
      "turn.completed",
      "node.entered",
      "turn.completed",
      "session.ended",
    ]);
    const seqs = nodes.hooks.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    expect(nodes.hooks.at(-1)?.data).toMatchObject({ outcome: "done", reason: "completed" });
  });

  test("the record has the words of both nodes, and no number of a reply twice", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token } = await talking(nodes, ["one two"]);
    await nodes.pass(500);
    nodes.kill();
    const line = await nodes.n2.join(token);
    await nodes.pass(3_000);
    line.call?.gone("caller");
    await nodes.pass(2_000);
    const key = { accountId: account, sessionId: (await nodes.row()).id };
    const { events } = (await nodes.n1.store.sessions.find(key))!;
    const agent = events.filter(({ type: of }) => of === "agent");
    expect(agent.map(({ data }) => data["text"])).toEqual(["First code?", "Second code?", "Second code?"]);
    expect(new Set(agent.map(({ data }) => data["reply"])).size).toBe(3);
    const times = events.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("a returning client gets its missed messages of the other node, and higher numbers than before", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token } = await talking(nodes);
    nodes.kill();
    const { session } = await nodes.n2.sessions.join(token);
    expect(session.resumed).toBe(true);
    // The lines of this bench number no messages.
    expect(session.said.after(0)).toEqual({ texts: [], lost: 0 });
    // The client has seen more than the first node could write down, and much more than the other node skips.
    expect(session.said.after(5_000)).toEqual({ texts: [], lost: 0 });
    expect(session.said.add((seq) => `${seq}`)).toBe("5001");
    expect(session.said.after(4_990)).toEqual({ texts: ["5001"], lost: 10 });
  });
});

describe("ownership", () => {
  test("one of two simultaneous connections takes the session over, and both are the same session", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token } = await talking(nodes);
    nodes.kill();
    // Arrivals in the order in which the store admits them.
    const arrivals: Arrival[] = [];
    const arrive = async (): Promise<void> => void arrivals.push(await nodes.n2.sessions.join(token));
    await Promise.all([arrive(), arrive()]);
    const [early, late] = [arrivals[0]!, arrivals[1]!];
    const [first, last] = [nodes.n2.line(), nodes.n2.line()];
    await late.open(last);
    expect(await codeOf(() => early.open(first))).toBe("session/replaced");
    last.call?.ready();
    await nodes.pass(3_000);
    expect([nodes.n2.calls.size, saidOn(last)]).toEqual([1, "First code?"]);
  });

  test("the later answered of two simultaneous connections finds the session taken over", async () => {
    let asks = 0;
    const nodes = await SessionNodes.open({
      flow: counting,
      // The second node begins to read when the first is done.
      storeWait: (operation) =>
        operation === "sessions.byToken" && ++asks === 2
          ? delay(nodes.n1.clock, 500, new AbortController().signal)
          : Promise.resolve(),
    });
    await using _ = nodes;
    const { token } = await talking(nodes);
    nodes.kill();
    const joining = Promise.all([nodes.n2.sessions.join(token), codeOf(() => nodes.n2.sessions.join(token))]);
    await nodes.pass(1_000);
    const [{ session }, late] = await joining;
    expect([session.resumed, late, nodes.n2.sessions.size]).toEqual([true, "no fault", 1]);
  });

  test("a client that comes back once more finds it at its new node", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token } = await talking(nodes);
    nodes.kill();
    const first = await nodes.n2.join(token);
    await nodes.pass(3_000);
    first.call?.gone("lost");
    await nodes.pass(1_000);
    const last = await nodes.n2.join(token);
    await type(nodes, last, "one two", 3_000);
    expect([saidOn(last), nodes.n2.calls.size, nodes.n2.sessions.size]).toEqual(["Second code?", 1, 1]);
  });

  test("one of two simultaneous nodes takes the session over, and the other reports that it was too late", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token } = await talking(nodes);
    nodes.kill();
    const { id } = await nodes.row();
    nodes.meanwhile = () => nodes.n1.store.sessions.adopt({ id, from: "n1", home: "n3", at: 0 });
    expect(await codeOf(() => nodes.n2.sessions.join(token))).toBe("session/replaced");
    expect([(await nodes.row()).home, nodes.n2.sessions.size]).toEqual(["n3", 0]);
  });

  test("a node that was cut off ends a lost session without a word, and settles nothing", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token, line } = await talking(nodes);
    nodes.cutOff();
    const again = await nodes.n2.join(token);
    await nodes.pass(3_000);
    const entries = async () => (await proofOf(nodes)).entries.length;
    const before = await entries();
    nodes.mend();
    await nodes.pass(6_000);
    expect([line.closed, nodes.n1.calls.size, nodes.n1.sessions.size]).toEqual(["moved", 0, 0]);
    expect(line.events.some(({ type: of }) => of === "ended")).toBe(false);
    expect([again.closed, await entries()]).toEqual([undefined, before]);
    expect(nodes.hooks.some(({ type: of }) => of === "session.ended")).toBe(false);
    expect(await nodes.row()).toMatchObject({ home: "n2", status: "running" });
    again.call?.gone("caller");
    await nodes.pass(2_000);
    expect(await proofOf(nodes)).toMatchObject({ faults: [], heldMicros: 0 });
  });

  test("a node that hangs up while cut off does not end a moved session", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token, line } = await talking(nodes);
    nodes.cutOff();
    line.call?.gone("caller");
    await nodes.pass(1_000);
    const again = await nodes.n2.join(token);
    await nodes.pass(2_000);
    nodes.mend();
    await nodes.pass(4_000);
    expect(await nodes.row()).toMatchObject({ home: "n2", status: "running", endReason: null });
    again.call?.gone("caller");
    await nodes.pass(2_000);
    expect(await nodes.row()).toMatchObject({ home: "n2", status: "ended", endReason: "caller" });
    expect(await proofOf(nodes)).toMatchObject({ faults: [], heldMicros: 0 });
  });

  test("a token that is unknown, over or forgotten by its node opens no session", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const unknown = `vst_${"a".repeat(43)}`;
    expect(await codeOf(() => nodes.n2.sessions.join(unknown))).toBe("auth/invalid");
    expect(await codeOf(() => nodes.n2.sessions.join("nonsense"))).toBe("auth/invalid");
    const { token, line } = await talking(nodes);
    expect(await nodes.n2.sessions.accountOf(token)).toBe(account);
    line.call?.gone("caller");
    await nodes.pass(2_000);
    expect(await codeOf(() => nodes.n2.sessions.join(token))).toBe("session/over");
  });

  test("an unknown version of a snapshot ends its session, which is settled and reported", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token } = await talking(nodes, ["one two"]);
    await nodes.pass(1_000);
    nodes.kill();
    const { sessions } = nodes.n1.store;
    const snapshots = new Map([[(await nodes.row()).id, { v: 999, sealed: "" }]]);
    await sessions.write({ home: "n1", number: 999, rows: [], patches: new Map(), events: [], snapshots });
    expect(await codeOf(() => nodes.n2.sessions.join(token))).toBe("session/over");
    await nodes.pass(300);
    expect(await nodes.row()).toMatchObject({ status: "ended", endReason: "crashed" });
    expect(nodes.hooks.at(-1)).toMatchObject({ type: "session.ended", data: { reason: "crashed" } });
    expect(await proofOf(nodes)).toMatchObject({ faults: [], heldMicros: 0 });
  });

  test("a client that does not come to the other node either is lost, and the use is paid", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token } = await talking(nodes);
    nodes.kill();
    (await nodes.n2.sessions.join(token)).withdraw();
    expect(nodes.n2.sessions.size).toBe(1);
    await nodes.pass(31_000);
    expect(await nodes.row()).toMatchObject({ status: "ended", endReason: "lost" });
    expect(nodes.hooks.at(-1)).toMatchObject({ type: "session.ended", data: { reason: "lost" } });
    expect((await nodes.row()).costMicros).toBeGreaterThan(0);
    expect(await proofOf(nodes)).toMatchObject({
      faults: [],
      heldMicros: 0,
      sums: { settle: (await nodes.row()).costMicros },
    });
  });
});

describe("releasing", () => {
  test("a node releases a session on request, and sends its client on", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const { token, line } = await talking(nodes, ["one two"]);
    const again = await nodes.n2.join(token);
    expect([line.closed, nodes.n1.sessions.size]).toEqual(["moved", 0]);
    await nodes.pass(3_000);
    expect(saidOn(again)).toBe("Second code?");
    expect((await nodes.row()).home).toBe("n2");
  });

  test("two sessions released in the middle of a sentence each repeat it", async () => {
    await using nodes = await SessionNodes.open({ flow: counting });
    const [one, other] = [await talking(nodes), await talking(nodes)];
    for (const { line } of [one, other])
      line.call?.input({ type: "text", text: "one two", interrupt: true, speak: true });
    await nodes.pass(300);
    const joined = await Promise.all([one, other].map(({ token }) => nodes.n2.join(token)));
    expect([one.line.closed, other.line.closed, nodes.n1.sessions.size]).toEqual(["moved", "moved", 0]);
    await nodes.pass(3_000);
    expect(joined.map(saidOn)).toEqual(["Second code?", "Second code?"]);
  });

  test("the release waits for changes of the world, and their outcome moves with the session", async () => {
    const booked = Promise.withResolvers<{ readonly ok: true; readonly body: null }>();
    await using nodes = await SessionNodes.open({ flow: counting, tool: () => booked.promise });
    const { token } = await talking(nodes, ["one two", "three four"]);
    const joined = nodes.n2.sessions.join(token);
    await nodes.pass(500);
    booked.resolve({ ok: true, body: null });
    await nodes.pass(1_000);
    const again = nodes.n2.line();
    await (await joined).open(again);
    again.call?.ready();
    await nodes.pass(3_000);
    expect([saidOn(again), nodes.asked.length]).toEqual(["Third code?", 1]);
  });
});
