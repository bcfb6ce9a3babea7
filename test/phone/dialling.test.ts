// Dialling: a call that is cancelled while its ports are still being opened rings nowhere.

import { expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import { Dialling } from "../../src/phone/dialling.ts";

/** A call whose link counts its sent messages. */
function dialling() {
  const invited: unknown[] = [];
  const ended: unknown[] = [];
  const peer = { host: "127.0.0.1", port: 5060 };
  const link = {
    peer,
    reached: { ...peer, transport: "udp" },
    invite: (request: unknown) => {
      invited.push(request);
      return { cancel: () => undefined };
    },
    acknowledge: () => undefined,
    request: () => undefined,
  } as unknown as ConstructorParameters<typeof Dialling>[0]["link"];
  const extension = { domain: "pbx.example", user: "620", login: "620", password: "secret" };
  const parts = {
    clock: wallClock,
    link,
    extension: extension as unknown as ConstructorParameters<typeof Dialling>[0]["extension"],
    rtpPorts: undefined,
    tag: "a",
    contact: "<sip:620@127.0.0.1>",
    random: () => "r",
  };
  const call = new Dialling(parts, {
    rings: () => undefined,
    answered: () => ({ heard: () => undefined, reported: () => undefined }),
    ended: (why) => void ended.push(why),
  });
  return { call, invited, ended };
}

test.each(["hangUp", "dispose"])(
  "dialling: a call sends no INVITE when %s comes before its ports are open",
  async (way) => {
    const { call, invited, ended } = dialling();
    const begun = call.begin("sip:100@pbx.example", 30_000);
    if (way === "hangUp") call.hangUp();
    else call[Symbol.dispose]();
    await begun;
    expect([invited, ended]).toEqual([[], ["cancelled"]]);
  },
);

test("dialling: a call that is not cancelled sends its INVITE", async () => {
  const { call, invited, ended } = dialling();
  await call.begin("sip:100@pbx.example", 30_000);
  expect([invited.length, ended]).toEqual([1, []]);
  call[Symbol.dispose]();
});
