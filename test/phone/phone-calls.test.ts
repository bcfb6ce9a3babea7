// Phone calls: sipp calls the product over UDP, and each call is a session from its INVITE to its end.

import { expect, test } from "bun:test";
import { rtcServer } from "../support/servers/rtc-server.ts";
import { freeUdpPort, sippCalls } from "../support/callers/sip-phones.ts";
import { until } from "../support/until.ts";

/** The product as the extension of a PBX that never answers; the product takes calls from that address all the same. */
async function extension(environment: Readonly<Record<string, string>> = {}) {
  const port = await freeUdpPort();
  const server = await rtcServer({
    PHONE_REGISTRAR: `127.0.0.1:${await freeUdpPort()}`,
    PHONE_USER: "620",
    PHONE_PASSWORD: "secret",
    PHONE_FLOW: "welcome",
    PHONE_PORT: String(port),
    ...environment,
  });
  return { ...server, port };
}

test("a telephone rings, is answered, talked to and hung up", async () => {
  await using server = await extension();
  const { ok, output } = await sippCalls({ port: server.port, calls: 3 });
  expect(ok, output).toBe(true);
  expect(server.tts.texts.length).toBeGreaterThanOrEqual(3);
  await until("end of all calls", () => server.calls.size === 0);
});

test("a telephone is busy without room", async () => {
  await using server = await extension({ ENGINE_OPEN_SESSIONS_MAX: "0" });
  const { ok, output } = await sippCalls({ port: server.port, calls: 1 });
  expect(ok).toBe(false);
  expect(output).toContain("486");
});
