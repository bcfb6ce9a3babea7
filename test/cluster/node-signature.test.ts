// Signatures between nodes: accepted messages, their lifetime, their receivers, and their single use.

import { expect, test } from "bun:test";
import { NodeSigner } from "../../src/cluster/node-signature.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const key = new Uint8Array(32).fill(7);
const minute = 60_000;

function signerOf(self: string, clock = new VirtualClock(), secret = key): NodeSigner {
  return new NodeSigner({ key: secret, self: () => self, clock });
}

/** A clock whose wall time is ahead of the given clock's by `ms`. */
function ahead(clock: VirtualClock, ms: number) {
  return { now: () => clock.now(), wall: () => clock.wall() + ms };
}

const message = { method: "POST", path: "/cluster/release/ses_1", body: '{"a":1}' };
const { method, path, body } = message;

test("a message is accepted once, with the hash of its own body only", () => {
  const [from, to] = [signerOf("naaaaaaa"), signerOf("nbbbbbbb")];
  const header = from.sign(message, "nbbbbbbb");
  const hash = to.take({ method, path }, header) ?? "";
  expect(to.isBody(body, hash)).toBe(true);
  expect(to.isBody(`${body} `, hash)).toBe(false);
  expect(to.take({ method, path }, header)).toBeUndefined();
  // Another signature of the same message is new.
  expect(to.take({ method, path }, from.sign(message, "nbbbbbbb"))).toBe(hash);
});

test("a change in any part of a message is refused", () => {
  const [from, to] = [signerOf("naaaaaaa"), signerOf("nbbbbbbb")];
  const header = from.sign(message, "nbbbbbbb");
  expect(to.take({ method: "GET", path }, header)).toBeUndefined();
  expect(to.take({ method, path: "/cluster/release/ses_2" }, header)).toBeUndefined();
  const claims = header.split(" ");
  for (const at of claims.keys()) {
    const forged = claims.with(at, `${claims[at]}0`).join(" ");
    expect([at, to.take({ method, path }, forged)]).toEqual([at, undefined]);
  }
  expect(to.take({ method, path }, claims.slice(0, -1).join(" "))).toBeUndefined();
  expect(to.take({ method, path }, "")).toBeUndefined();
  expect(to.take({ method, path }, header)).toBeDefined();
});

test("another node, and one with another key, refuse a message", () => {
  const header = signerOf("naaaaaaa").sign(message, "nbbbbbbb");
  expect(signerOf("nccccccc").take({ method, path }, header)).toBeUndefined();
  const stranger = signerOf("nbbbbbbb", new VirtualClock(), new Uint8Array(32).fill(8));
  expect(stranger.take({ method, path }, header)).toBeUndefined();
});

test.each([-4.9 * minute, -90_000, 0, 90_000, 4.9 * minute])(
  "a clock that is %d ms ahead is accepted",
  (ms) => {
    const clock = new VirtualClock();
    const from = new NodeSigner({ key, self: () => "naaaaaaa", clock: ahead(clock, ms) });
    expect(signerOf("nbbbbbbb", clock).take({ method, path }, from.sign(message, "nbbbbbbb"))).toBeDefined();
  },
);

test.each([-5.1 * minute, 5.1 * minute])("a clock that is %d ms ahead is refused", (ms) => {
  const clock = new VirtualClock();
  const from = new NodeSigner({ key, self: () => "naaaaaaa", clock: ahead(clock, ms) });
  expect(signerOf("nbbbbbbb", clock).take({ method, path }, from.sign(message, "nbbbbbbb"))).toBeUndefined();
});

test("a message is remembered for as long as it could count as new", async () => {
  const clock = new VirtualClock();
  const from = new NodeSigner({ key, self: () => "naaaaaaa", clock: ahead(clock, 4.9 * minute) });
  const to = signerOf("nbbbbbbb", clock);
  const header = from.sign(message, "nbbbbbbb");
  expect(to.take({ method, path }, header)).toBeDefined();
  for (let at = 0; at < 11; at++) {
    await clock.advance(minute);
    expect(to.take({ method, path }, header)).toBeUndefined();
    // Further messages arrive, and each arrival forgets the old ones.
    expect(to.take({ method, path }, from.sign(message, "nbbbbbbb"))).toBeDefined();
  }
});

test("the memory is limited, and the oldest is dropped", () => {
  const from = signerOf("naaaaaaa");
  const clock = new VirtualClock();
  const to = new NodeSigner({ key, self: () => "nbbbbbbb", clock, takenMax: 3 });
  const headers = Array.from({ length: 4 }, () => from.sign(message, "nbbbbbbb"));
  const takes = (header = ""): boolean => to.take({ method, path }, header) !== undefined;
  expect(headers.map(takes)).toEqual([true, true, true, true]);
  expect(headers.slice(1).map(takes)).toEqual([false, false, false]);
  expect(takes(headers[0])).toBe(true);
});
