// Request log under a flood: a few lines with sums for unknown clients, and every line of known ones.

import { expect, test } from "bun:test";
import { openLog } from "../../../src/base/log.ts";
import { RequestLog } from "../../../src/routes/http/request-log.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import type { LogEvent } from "../../support/servers/served.ts";

function open(options: { readonly writesAll?: boolean } = {}) {
  const clock = new VirtualClock();
  const lines: LogEvent[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as LogEvent);
  const log = openLog({ level: "info", format: "json", clock, write });
  const requests = new RequestLog({ clock, log, ...options });
  const answered = (stranger: string | undefined, status = 401): void =>
    requests.answered({ level: "info", stranger, status, address: `of ${stranger}`, fields: { status } });
  return { clock, lines, requests, answered };
}

test("requests: one address gets twenty lines, and the rest is counted by status", async () => {
  const { clock, lines, answered } = open();
  for (let i = 0; i < 5_000; i++) answered("a", i % 2 === 0 ? 401 : 429);
  answered("b");
  expect(lines).toHaveLength(21);
  await clock.advance(10_000);
  expect(lines.slice(21)).toMatchObject([
    {
      event: "requests.not-logged",
      status: 401,
      requests: 2_490,
      addresses: 1,
      busiest: "of a",
      of_it: 2_490,
    },
    { event: "requests.not-logged", status: 429, requests: 2_490, addresses: 1 },
  ]);
  answered("a");
  expect(lines).toHaveLength(24);
});

test("requests: a hundred thousand addresses give a few hundred lines", async () => {
  const { clock, lines, requests, answered } = open();
  for (let i = 0; i < 100_000; i++) answered(`address ${i}`);
  expect(lines).toHaveLength(400);
  requests[Symbol.dispose]();
  expect(lines.at(-1)).toMatchObject({ requests: 99_600, addresses: 1_000 });
  await clock.advance(60_000);
  expect(lines).toHaveLength(401);
});

test("requests: a known client has all lines, under any requests of strangers", async () => {
  const { lines, answered } = open();
  for (let i = 0; i < 1_000; i++) answered("a");
  for (let i = 0; i < 100; i++) answered(undefined, 200);
  expect(lines.filter(({ status }) => status === 200)).toHaveLength(100);
});

test("requests: an investigation gets all of them", () => {
  const { lines, answered } = open({ writesAll: true });
  for (let i = 0; i < 1_000; i++) answered("a");
  expect(lines).toHaveLength(1_000);
});
