// SIP endpoint on a network that loses, doubles and reorders: it handles and answers each request once, and keeps
// nothing of it.

import { expect, test } from "bun:test";
import { SipEndpoint, type SipHandler } from "../../src/phone/sip-endpoint.ts";
import type { Remote } from "../../src/phone/udp-port.ts";
import { answerTo } from "../../src/sip/sip-answer.ts";
import {
  headerOf,
  isRequest,
  readMessage,
  type SipRequest,
  writeMessage,
} from "../../src/sip/sip-message.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { random, seedOf } from "../support/random.ts";

const seed = seedOf(20261129);
const here: Remote = { host: "10.0.0.1", port: 5_060 };
const there: Remote = { host: "10.0.0.2", port: 5_060 };

const ignoring: SipHandler = {
  request: () => undefined,
  acknowledged: () => undefined,
  cancelled: () => undefined,
  unacknowledged: () => undefined,
};

const requestOf = (method: string, callId: string): SipRequest => ({
  method,
  uri: "sip:620@10.0.0.2",
  headers: [
    ["from", "<sip:a@10.0.0.1>;tag=1"],
    ["to", "<sip:620@10.0.0.2>"],
    ["call-id", callId],
    ["cseq", `1 ${method}`],
  ],
  body: "",
});

interface Network {
  readonly loss: number;
  readonly doubled: number;
  readonly lateMsMax: number;
}

/** Carries datagrams from one side to the other, with the losses of `network`. */
function link(clock: VirtualClock, network: Network, hear: (text: string) => void) {
  const { chance, int } = random(seed);
  return (text: string): void => {
    for (let copies = chance(network.doubled) ? 2 : 1; copies > 0; copies--) {
      if (!chance(network.loss)) clock.after(int(0, network.lateMsMax), () => hear(text));
    }
  };
}

const bad: Network = { loss: 0.15, doubled: 0.1, lateMsMax: 300 };

test("the endpoint hears each request once and gets each answer once over a bad network", async () => {
  const clock = new VirtualClock();
  const heard: string[] = [];
  const answered = new Map<string, number[]>();
  const server: SipEndpoint = new SipEndpoint({
    clock,
    self: () => there,
    isPeer: () => true,
    send: (text) => back(text),
    handler: {
      ...ignoring,
      request: (request) => {
        heard.push(headerOf(request, "call-id") ?? "");
        server.answer(request, answerTo(request, 200, { tag: "b" }));
      },
    },
  });
  const client: SipEndpoint = new SipEndpoint({
    clock,
    self: () => here,
    isPeer: () => true,
    send: (text) => forth(text),
    handler: ignoring,
  });
  const forth = link(clock, bad, (text) => server.heard(Buffer.from(text), here));
  const back = link(clock, bad, (text) => client.heard(Buffer.from(text), there));
  const count = 300;
  for (let i = 0; i < count; i++) {
    const id = `call-${i}`;
    client.request(requestOf("OPTIONS", id), there, (response) => {
      answered.set(id, [...(answered.get(id) ?? []), response?.status ?? 408]);
    });
  }
  await clock.advance(40_000);
  expect(heard.toSorted()).toEqual([...new Set(heard)].toSorted());
  expect(heard).toHaveLength(count);
  expect([...answered.values()].every((statuses) => statuses.join() === "200")).toBe(true);
  expect(answered.size).toBe(count);
  await clock.advance(60_000);
  expect(clock.nextInMs).toBeUndefined();
});

test("the endpoint repeats an answered INVITE until its ACK comes, and reports a missing one", async () => {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const told: string[] = [];
  using server: SipEndpoint = new SipEndpoint({
    clock,
    self: () => there,
    isPeer: () => true,
    send: (text) => void sent.push(text),
    handler: {
      ...ignoring,
      request: (request) => server.answer(request, answerTo(request, 200, { tag: "b" })),
      acknowledged: () => void told.push("acknowledged"),
      unacknowledged: () => void told.push("unacknowledged"),
    },
  });
  const hear = (message: SipRequest, branch: string): void => {
    const via = ["via", `SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK${branch}`] as const;
    server.heard(Buffer.from(writeMessage({ ...message, headers: [via, ...message.headers] })), here);
  };
  const statuses = (): number[] =>
    sent.splice(0).map((text) => {
      const message = readMessage(Buffer.from(text));
      return message === undefined || isRequest(message) ? 0 : message.status;
    });
  hear(requestOf("INVITE", "one"), "i1");
  expect(statuses()).toEqual([100, 200]);
  await clock.advance(1_600);
  expect(statuses()).toEqual([200, 200]);
  hear(requestOf("ACK", "one"), "a1");
  await clock.advance(40_000);
  expect([statuses(), told]).toEqual([[], ["acknowledged"]]);

  hear(requestOf("INVITE", "two"), "i2");
  await clock.advance(40_000);
  expect(statuses()).toHaveLength(2 + 10);
  expect(told).toEqual(["acknowledged", "unacknowledged"]);
  expect(clock.nextInMs).toBeUndefined();
});

test("the endpoint withdraws a ringing INVITE by its branch", () => {
  const clock = new VirtualClock();
  const sent: SipRequest[] = [];
  using client = new SipEndpoint({
    clock,
    self: () => here,
    isPeer: () => true,
    send: (text) => {
      const message = readMessage(Buffer.from(text));
      if (message !== undefined && isRequest(message)) sent.push(message);
    },
    handler: ignoring,
  });
  const order = client.invite(requestOf("INVITE", "one"), there, () => undefined);
  const [invite] = sent;
  client.heard(Buffer.from(writeMessage(answerTo(invite!, 180, { tag: "b" }))), there);
  order.cancel();
  const cancel = sent[1]!;
  expect([sent.length, cancel.method]).toEqual([2, "CANCEL"]);
  expect(headerOf(cancel, "via")).toBe(headerOf(invite!, "via"));
  expect(headerOf(cancel, "cseq")).toBe("1 CANCEL");
});

test("the endpoint reports a missing answer to its caller", async () => {
  const clock = new VirtualClock();
  const answers: unknown[] = [];
  let sent = 0;
  const client = new SipEndpoint({
    clock,
    self: () => here,
    isPeer: () => true,
    send: () => void sent++,
    handler: ignoring,
  });
  client.request(requestOf("BYE", "one"), there, (response) => answers.push(response));
  await clock.advance(40_000);
  // RFC 3261, 17.1.2.2: sent again after 0.5, 1.5, 3.5, 7.5, 11.5 s and so on, for 32 s.
  expect([sent, answers]).toEqual([11, [undefined]]);
});

test("the endpoint ignores strangers", () => {
  const clock = new VirtualClock();
  let sent = 0;
  const server = new SipEndpoint({
    clock,
    self: () => there,
    isPeer: (host) => host === here.host,
    send: () => void sent++,
    handler: { ...ignoring, request: () => expect.unreachable() },
  });
  const message = requestOf("INVITE", "one");
  const via = ["via", "SIP/2.0/UDP 9.9.9.9:5060;branch=z9hG4bK1"] as const;
  const bytes = Buffer.from(writeMessage({ ...message, headers: [via, ...message.headers] }));
  for (let i = 0; i < 100; i++) server.heard(bytes, { host: "9.9.9.9", port: 5_060 });
  expect([sent, clock.nextInMs]).toEqual([0, undefined]);
});
