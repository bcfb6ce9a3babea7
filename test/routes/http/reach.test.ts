// Reach: whether others reach the server, as its settings or its requests show it, and for whom it is open.

import { expect, test } from "bun:test";
import { Reach, type ReachSettings } from "../../../src/routes/http/reach.ts";

const asked = (headers: Readonly<Record<string, string>> = {}) =>
  new Request("http://localhost:3000/ws", { headers: { host: "localhost:3000", ...headers } });

function reachOf(settings: Partial<ReachSettings> = {}) {
  const shown: string[] = [];
  const reach = new Reach({ reachedBy: [], callers: "here", ...settings }, (header) => shown.push(header));
  const open = (headers?: Readonly<Record<string, string>>): true | string | undefined => {
    const request = asked(headers);
    reach.look(request);
    return reach.opensTo(request);
  };
  return { reach, shown, open };
}

test("reach: requests of this machine itself are admitted, and show nothing", () => {
  const { reach, shown, open } = reachOf();
  for (const host of ["localhost", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST:3000"])
    expect(open({ host })).toBe(true);
  expect([shown, reach.seen, reach.byOthers]).toEqual([[], undefined, false]);
});

test("reach: the first forwarded request is recorded, and each is refused with its own header", () => {
  const { reach, shown, open } = reachOf();
  expect(open({ "x-real-ip": "203.0.113.9" })).toContain("x-real-ip");
  expect(open({ via: "1.1 proxy" })).toContain("via");
  expect(open({ host: "voice.example" })).toContain("Host");
  expect([shown, reach.seen, reach.byOthers]).toEqual([["x-real-ip"], "x-real-ip", true]);
  expect(open()).toBe(true);
});

test("reach: requests change nothing when a setting says that others reach the server", () => {
  const { reach, shown, open } = reachOf({ reachedBy: ["HOST is 0.0.0.0"], callers: "accounts" });
  expect([open(), open({ via: "1.1 proxy" })]).toEqual([undefined, undefined]);
  expect([shown, reach.seen, reach.byOthers]).toEqual([[], undefined, true]);
});

test("reach: ENGINE_AUTH=off admits everyone, and still shows a proxy", () => {
  const { reach, shown, open } = reachOf({ callers: "anybody" });
  expect(open({ via: "1.1 proxy" })).toBe(true);
  expect([shown, reach.byOthers]).toEqual([["via"], true]);
});
