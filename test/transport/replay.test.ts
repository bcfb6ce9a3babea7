// Replay: the messages that a returning client receives again, with numbers over all connections of a session, under a
// virtual clock.

import { expect, test } from "bun:test";
import { replayLimits, ReplayRing } from "../../src/base/replay-ring.ts";
import type { LineEvent } from "../../src/voice/call-event.ts";
import type { ReceivedMessages } from "../support/callers/ws-client.ts";
import { SocketBench } from "../support/fakes/socket-bench.ts";

const state = (name: string): LineEvent => ({
  type: "flow-state",
  flowId: "welcome",
  state: name,
  previous: undefined,
  atMs: 0,
});
const typed: LineEvent = { type: "user-typed", text: "blue", atMs: 0 };

const seqs = (texts: readonly ReceivedMessages[]): readonly (number | undefined)[] =>
  texts.map(({ seq }) => seq);
const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

test("replay: every message has a number, answers and warnings included", () => {
  const bench = new SocketBench().ready();
  bench.command("ping");
  bench.text("nonsense");
  bench.text({ type: "client-message", id: "c2", data: { t: "unheard-of" } });
  bench.text({ label: "other", type: "x" });
  bench.line.tell(typed);
  bench.line.close("completed");
  expect(bench.socket.log).toEqual([
    "bot-ready",
    "session",
    "server-response",
    "error",
    "error-response",
    "warning",
    "user-llm-text",
    "session_end",
  ]);
  expect(seqs(bench.socket.texts)).toEqual(upTo(8));
});

test("replay: a returning client gets its missed messages, before anything else and under the same numbers", () => {
  const said = new ReplayRing();
  const first = new SocketBench({ said }).ready();
  first.line.tell(state("a"));
  first.line.tell(typed);
  first.handlers.close(first.socket, 1006, "");
  // The client is gone; later events go to the lost connection.
  first.line.tell(state("b"));
  first.line.tell(state("c"));
  expect(seqs(first.socket.texts)).toEqual(upTo(4));
  const second = new SocketBench({ said, lastSeq: 3 });
  expect(second.socket.log).toEqual(["user-llm-text", "flow_state", "flow_state"]);
  expect(second.socket.texts[0]).toEqual(first.socket.texts[3]!);
  second.ready();
  second.line.tell(state("d"));
  expect(second.socket.log.slice(3)).toEqual(["bot-ready", "session", "flow_state"]);
  expect(seqs(second.socket.texts)).toEqual([4, 5, 6, 7, 8, 9]);
  expect(second.last("session")).toMatchObject({ state: "resumed", replayed: 3, lost: 0 });
});

test("replay: a client without the feature gets nothing twice, and no replay", () => {
  const said = new ReplayRing();
  new SocketBench({ said }).ready().line.tell(typed);
  const second = new SocketBench({ said }).ready();
  expect(second.socket.log).toEqual(["bot-ready", "session"]);
  expect(seqs(second.socket.texts)).toEqual([4, 5]);
  expect(Object.keys(second.last("session") ?? {})).toEqual([
    "type",
    "state",
    "session_id",
    "mode",
    "program_id",
  ]);
  // A client that comes for the first time gets none either.
  expect(Object.keys(new SocketBench().ready().last("session") ?? {})).not.toContain("replayed");
});

test("replay: the number of lost messages is sent after a long absence, with the present state", () => {
  const said = new ReplayRing();
  const first = new SocketBench({ said }).ready();
  first.line.tell(state("old"));
  first.line.tell(state("here"));
  // Neither a filler nor words describe the state.
  first.line.tell({ type: "filler", text: "One moment.", atMs: 0 });
  for (let i = 0; i < replayLimits.eventsMax + 5; i += 1) first.line.tell(typed);
  const second = new SocketBench({ said, lastSeq: 2 }).ready();
  expect(second.last("flow_state")).toMatchObject({ state: "here" });
  expect(second.socket.log.slice(0, 3)).toEqual(["flow_state", "user-llm-text", "user-llm-text"]);
  const again = replayLimits.eventsMax + 1;
  expect(second.last("session")).toMatchObject({ replayed: again, lost: 7 });
  expect(second.socket.log.slice(again)).toEqual(["bot-ready", "session"]);
});

test("replay: the replacement of a connection belongs to it, and has no number", () => {
  const said = new ReplayRing();
  const first = new SocketBench({ said }).ready();
  first.line.close("replaced");
  expect(first.socket.log).toEqual(["bot-ready", "session", "error", "session_end"]);
  expect(seqs(first.socket.texts)).toEqual([1, 2, undefined, undefined]);
  expect(first.socket.texts.map(({ label }) => label)).toEqual(["rtvi-ai", "rtvi-ai", "rtvi-ai", "rtvi-ai"]);
  const second = new SocketBench({ said, lastSeq: 1 }).ready();
  expect(second.socket.log).toEqual(["session", "bot-ready", "session"]);
});

test("replay: a moving session continues: the client gets its new address, in the close frame too", () => {
  const said = new ReplayRing();
  const url = "https://n2.voice.example";
  const moves = new SocketBench({ said }).ready();
  moves.line.close("moved", url);
  expect(moves.socket.log).toEqual(["bot-ready", "session", "moved"]);
  expect(seqs(moves.socket.texts)).toEqual([1, 2, undefined]);
  expect(moves.socket.texts.at(-1)?.data).toEqual({ type: "moved", url });
  expect(moves.socket.closed).toEqual([4308, url]);
  const nowhere = new SocketBench({ said }).ready();
  nowhere.line.close("moved");
  expect(nowhere.socket.closed).toEqual([4308, "moved"]);
  // A close frame has no room for a longer reason, and a cut one is no address.
  const far = new SocketBench({ said }).ready();
  far.line.close("moved", `https://${"n".repeat(120)}.example`);
  expect(far.socket.closed).toEqual([4308, "moved"]);
});

test("replay: it waits for socket and call, in any order, and happens once", () => {
  const said = new ReplayRing();
  new SocketBench({ said }).ready().line.tell(typed);
  const late = new SocketBench({ said, lastSeq: 2, open: false });
  late.line.tell(typed);
  late.handlers.open(late.socket);
  expect(seqs(late.socket.texts)).toEqual([3, 4]);
  const early = new SocketBench({ said, lastSeq: 2, attach: false });
  expect(early.socket.texts).toEqual([]);
  early.line.attach(early.call);
  expect(seqs(early.socket.texts)).toEqual([3, 4]);
  early.ready().ready();
  expect(seqs(early.socket.texts)).toEqual([3, 4, 5, 6, 7]);
});

test("resume: its token is sent to clients that asked for it, where there is one", () => {
  const resume = { token: "vst_x", ttlMs: 30_000 };
  const told = (given: ConstructorParameters<typeof SocketBench>[0]): unknown =>
    new SocketBench(given).ready().last("session")?.["resume"];
  expect(told({ resume, features: ["resume"] })).toEqual({ token: "vst_x", ttl_ms: 30_000 });
  expect(told({ resume, features: ["clear"] })).toBeUndefined();
  expect(told({ features: ["resume"] })).toBeUndefined();
});
