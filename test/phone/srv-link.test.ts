// Registration at a name with several servers in the DNS: the link asks the second one if the first does not answer.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { registrarAt } from "../../src/base/registrar-place.ts";
import { RegistrarLink } from "../../src/phone/registrar-link.ts";
import { smallPbx } from "../support/callers/small-pbx.ts";
import { freeUdpPort } from "../support/callers/sip-phones.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { until } from "../support/until.ts";

const login = { domain: "pbx.example", user: "620", loginName: "620", password: "secret" };
const nothing = {
  request: () => undefined,
  acknowledged: () => undefined,
  cancelled: () => undefined,
  unacknowledged: () => undefined,
};

test("an extension registers at the server that answers, under the given name", async () => {
  using pbx = await smallPbx(() => 200);
  const clock = new VirtualClock();
  const asked: string[] = [];
  await using link = await RegistrarLink.open({
    clock,
    log: silentLog,
    extension: login,
    registrar: registrarAt("pbx.example"),
    port: 0,
    handler: nothing,
    servers: async (name) => {
      asked.push(name);
      const dead = { name: "127.0.0.1", port: await freeUdpPort(), priority: 1, weight: 0 };
      return [{ ...dead, port: pbx.port, priority: 2 }, dead];
    },
  });
  // The first server is silent until the link gives up its request.
  await until("registration", async () => {
    await clock.advance(1_000);
    return link.state.phase === "registered";
  });
  expect(asked[0]).toBe("_sip._udp.pbx.example");
  expect(link.peer).toEqual({ host: "127.0.0.1", port: pbx.port });
  expect(pbx.asked.every((each) => each.startsWith("REGISTER"))).toBe(true);
});

test("a name without a DNS answer is used unchanged after two seconds", async () => {
  const clock = new VirtualClock();
  await using link = await RegistrarLink.open({
    clock,
    log: silentLog,
    extension: login,
    registrar: registrarAt("localhost"),
    port: 0,
    handler: nothing,
    servers: () => Promise.withResolvers<never>().promise,
  });
  await until("address of the name", async () => {
    await clock.advance(500);
    return link.peer.host === "127.0.0.1";
  });
  expect(link.peer.port).toBe(5_060);
});
