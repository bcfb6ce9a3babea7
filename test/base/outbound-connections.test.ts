// Outbound guard and its connections: a kept connection was checked against another host's name.

import { expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import type { OutboundRequest } from "../../src/base/outbound/outbound-message.ts";
import { Outbound } from "../../src/base/outbound/outbound-request.ts";
import { allowed } from "../../src/base/outbound/outbound-allow.ts";

const request: Omit<OutboundRequest, "url"> = {
  owner: "acc_1",
  method: "GET",
  headers: [],
  timeoutMs: 5_000,
  signal: new AbortController().signal,
};

test("outbound: each request has its own connection, also to the same host", async () => {
  const ports = new Set<number | undefined>();
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (asked, at) => {
      ports.add(at.requestIP(asked)?.port);
      return Response.json({});
    },
  });
  const outbound = new Outbound({ clock: wallClock, allow: [allowed(`127.0.0.1:${server.port}`)] });
  const url = `http://127.0.0.1:${server.port}/`;
  for (let sent = 1; sent <= 3; sent++) {
    expect(await outbound.send({ ...request, url })).toMatchObject({ kind: "ok" });
    expect(ports.size).toBe(sent);
  }
});
