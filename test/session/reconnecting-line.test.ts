// Reconnecting line: one line for the call, over any connection.

import { expect, test } from "bun:test";
import { silence } from "../../src/audio/frame.ts";
import { ReconnectingLine } from "../../src/session/reconnecting-line.ts";
import type { CallInput } from "../../src/voice/call-event.ts";
import { fakeLine } from "../support/fakes/fake-line.ts";

function open() {
  const heard: string[] = [];
  const gone: string[] = [];
  const call = {
    ready: () => void heard.push("ready"),
    away: () => void heard.push("away"),
    hear: () => void heard.push("frame"),
    input: (input: CallInput) => void heard.push(input.type),
  };
  const line = new ReconnectingLine(call, {
    ready: () => void heard.push("greeted"),
    gone: (reason) => void gone.push(reason),
  });
  const client = (leadMs: number) => fakeLine(() => 0, leadMs);
  return { heard, gone, line, client };
}

/** Sends every kind of input that a client has. */
function sayAll(client: ReturnType<typeof fakeLine>): void {
  client.call?.ready();
  client.call?.hear(silence);
  client.call?.input({ type: "keys", keys: "1" });
  client.call?.gone("idle");
}

test("reconnecting line: messages pass in both directions", () => {
  const { heard, gone, line, client } = open();
  const first = client(80);
  line.use(first);
  sayAll(first);
  expect([heard, gone]).toEqual([["ready", "greeted", "frame", "keys"], ["idle"]]);
  line.play(silence);
  line.flush();
  line.tell({ type: "user-typed", text: "x", atMs: 0 });
  expect([first.played.length, first.flushes, first.events.length, line.leadMs]).toEqual([1, [1], 1, 80]);
  first.writable = false;
  first.drops = true;
  expect([line.writable, line.clear(), first.clears]).toEqual([false, true, 1]);
});

test("reconnecting line: a newer client cuts the sentence, closes the older one, and is alone from then on", () => {
  const { heard, gone, line, client } = open();
  const [old, young] = [client(80), client(200)];
  line.use(old);
  expect(heard).toEqual([]);
  line.use(young);
  expect([heard, old.closed, line.leadMs]).toEqual([["away"], "replaced", 200]);
  sayAll(old);
  expect([heard, gone]).toEqual([["away"], []]);
  line.play(silence);
  expect([old.played.length, young.played.length]).toEqual([0, 1]);
});

test("reconnecting line: no audio is played, stuck or heard without a client", () => {
  const { heard, line, client } = open();
  const first = client(200);
  line.use(first);
  line.detach();
  sayAll(first);
  line.play(silence);
  line.flush();
  expect([heard, first.played.length, first.flushes]).toEqual([["away"], 0, []]);
  expect([line.writable, line.clear(), first.closed]).toEqual([false, true, undefined]);
  const second = client(80);
  line.use(second);
  // The sentence was cut when the first connection ended.
  expect(heard).toEqual(["away"]);
  line.closeConnection("caller");
  expect([first.closed, second.closed]).toEqual([undefined, "caller"]);
});

test("reconnecting line: events meanwhile are sent to the lost connection, until there is another", () => {
  const { line, client } = open();
  const [lost, back] = [client(200), client(200)];
  const tell = (text: string): void => line.tell({ type: "user-typed", text, atMs: 0 });
  line.use(lost);
  line.detach();
  tell("while nobody is there");
  line.use(back);
  tell("when somebody is");
  expect([lost.events.length, back.events.length, lost.closed]).toEqual([1, 1, undefined]);
});

test("reconnecting line: an ended call leaves the closing to the session", () => {
  const { line, client } = open();
  const first = client(200);
  line.use(first);
  line.close();
  expect(first.closed).toBeUndefined();
});
