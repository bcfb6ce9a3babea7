// Incoming calls: their responses and times, and the end of each.

import { expect, test } from "bun:test";
import {
  callDueAt,
  type IncomingCall,
  type IncomingCallEffect,
  type IncomingCallEvent,
  answeredCall,
  newIncomingCall,
  stepIncomingCall,
} from "../../src/sip/incoming-call.ts";
import { type HeaderLines, headerOf, headersOf, type SipRequest } from "../../src/sip/sip-message.ts";

const requestOf = (method: string, number: number, headers: HeaderLines = [], body = ""): SipRequest => ({
  method,
  uri: "sip:620@192.168.178.2:5062",
  headers: [
    ["via", "SIP/2.0/UDP 192.168.178.1;branch=z9hG4bK1"],
    ["from", "<sip:**611@fritz.box>;tag=them"],
    ["to", "<sip:620@fritz.box>"],
    ["call-id", "id"],
    ["cseq", `${number} ${method}`],
    ["contact", "<sip:**611@192.168.178.1:5060>"],
    ...headers,
  ],
  body,
});

/** A call, and a short word for each effect so far. */
function ringing(headers: HeaderLines = []) {
  let call: IncomingCall = newIncomingCall(requestOf("INVITE", 1, headers, "offer"), {
    tag: "us",
    contact: "<sip:620@192.168.178.2:5062>",
  });
  const effects: IncomingCallEffect[] = [];
  return {
    get call() {
      return call;
    },
    step(event: IncomingCallEvent) {
      const step = stepIncomingCall(call, event);
      call = step.call;
      effects.push(...step.effects);
      return this;
    },
    asked(request: SipRequest, now = 0) {
      return this.step({ type: "request", request, now });
    },
    talking() {
      this.step({ type: "accept", sdp: "answer", now: 0 }).asked(requestOf("ACK", 1));
      effects.length = 0;
      return this;
    },
    take(): IncomingCallEffect[] {
      return effects.splice(0);
    },
    words(): string[] {
      return this.take().map(wordOf);
    },
  };
}

function wordOf(effect: IncomingCallEffect): string {
  switch (effect.type) {
    case "answer":
      return `${effect.request.method} ${effect.response.status}`;
    case "send":
      return `> ${effect.request.method}`;
    case "ended":
      return `ended by ${effect.by}`;
    case "keys":
      return `keys ${effect.keys}`;
    case "referred":
      return `referred ${effect.ok}`;
    default:
      return effect.type;
  }
}

test("a call rings, is answered, begins with the ACK and ends with the caller's BYE", () => {
  const phone = ringing();
  phone.step({ type: "ring" }).step({ type: "accept", sdp: "answer", now: 0 });
  const [, accepted] = phone.take();
  if (accepted?.type !== "answer") throw new Error("not answered");
  expect(accepted.response.body).toBe("answer");
  expect(headerOf(accepted.response, "to")).toBe("<sip:620@fritz.box>;tag=us");
  expect(headerOf(accepted.response, "contact")).toBe("<sip:620@192.168.178.2:5062>");
  phone.asked(requestOf("ACK", 1)).asked(requestOf("ACK", 1)).asked(requestOf("BYE", 2));
  expect(phone.words()).toEqual(["begun", "BYE 200", "ended by caller"]);
  expect(phone.asked(requestOf("BYE", 3)).words()).toEqual(["BYE 200"]);
});

test("a call that is refused, cancelled or hung up while it rings gets its answer", () => {
  expect(ringing().step({ type: "refuse", status: 486 }).words()).toEqual(["INVITE 486", "ended by us"]);
  expect(ringing().step({ type: "cancelled" }).words()).toEqual(["INVITE 487", "ended by caller"]);
  expect(ringing().step({ type: "hang-up" }).words()).toEqual(["INVITE 480", "ended by us"]);
  expect(ringing().asked(requestOf("BYE", 2)).words()).toEqual(["BYE 200", "INVITE 487", "ended by caller"]);
  const cancelled = ringing().step({ type: "cancelled" });
  cancelled.take();
  expect(cancelled.step({ type: "accept", sdp: "answer", now: 0 }).words()).toEqual([]);
});

test("a call that ends before its ACK sends its BYE with it, and without it when none comes", () => {
  const phone = ringing().step({ type: "accept", sdp: "answer", now: 0 }).step({ type: "hang-up" });
  phone.take();
  expect(phone.asked(requestOf("ACK", 1)).words()).toEqual(["> BYE", "ended by us"]);
  const silent = ringing().step({ type: "accept", sdp: "answer", now: 0 });
  silent.take();
  expect(silent.step({ type: "unacknowledged" }).words()).toEqual(["> BYE", "ended by lost"]);
});

test("requests of this side follow the recorded route, numbered, to the contact of the other", () => {
  const phone = ringing([["record-route", "<sip:a;lr>, <sip:b;lr>"]]).talking();
  const [effect] = phone.step({ type: "hang-up" }).take();
  if (effect?.type !== "send") throw new Error("nothing was sent");
  const { request } = effect;
  expect(request.uri).toBe("sip:**611@192.168.178.1:5060");
  expect(headersOf(request, "route")).toEqual(["<sip:a;lr>", "<sip:b;lr>"]);
  expect([headerOf(request, "from"), headerOf(request, "to")]).toEqual([
    "<sip:620@fritz.box>;tag=us",
    "<sip:**611@fritz.box>;tag=them",
  ]);
  expect(["cseq", "call-id"].map((name) => headerOf(request, name))).toEqual(["1 BYE", "id"]);
});

test.each([
  [183, [], "talking"],
  [200, ["acknowledge", "agreed"], "talking"],
  [299, ["acknowledge", "agreed"], "talking"],
  [300, [], "talking"],
  [488, [], "talking"],
  [481, ["> BYE", "ended by lost"], "over"],
  [undefined, ["> BYE", "ended by lost"], "over"],
] as const)("a renewed address that is answered %p is acknowledged as a call is", (status, words, phase) => {
  const phone = ringing().talking();
  const contact = "<sip:620@192.168.178.9:5062>";
  const [effect] = phone.step({ type: "renew", contact, sdp: "offer" }).take();
  if (effect?.type !== "invite") throw new Error("It was not renewed");
  const invite = effect.request;
  expect(["cseq", "contact"].map((name) => headerOf(invite, name))).toEqual(["1 INVITE", contact]);
  const response = status && { status, reason: "", headers: [], body: "answer" };
  const [ack, ...more] = phone.step({ type: "renewed", invite, response: response || undefined }).take();
  expect([ack, ...more].filter((each) => each !== undefined).map(wordOf)).toEqual([...words]);
  expect(phone.call.phase).toBe(phase);
  if (ack?.type === "acknowledge") expect(headerOf(ack.request, "cseq")).toBe("1 ACK");
});

test("an offer that is agreed on after the end of its call gets the answer that there is none", () => {
  const phone = ringing().talking();
  const hold = requestOf("INVITE", 2, [], "hold");
  phone.asked(hold).asked(requestOf("BYE", 3)).take();
  expect(phone.step({ type: "agreed", request: hold, sdp: "held", now: 0 }).words()).toEqual(["INVITE 481"]);
});

test("a call is put on hold and resumed by the agreed audio", () => {
  const phone = ringing().talking();
  const hold = requestOf("INVITE", 2, [], "hold");
  expect(phone.asked(hold).words()).toEqual(["proposed"]);
  expect(phone.step({ type: "agreed", request: hold, sdp: "held", now: 0 }).words()).toEqual(["INVITE 200"]);
  expect(phone.step({ type: "agreed", request: hold, sdp: undefined, now: 0 }).words()).toEqual([
    "INVITE 488",
  ]);
});

test("a call takes one offer at a time, and none before its own is answered", () => {
  const phone = ringing();
  expect(phone.asked(requestOf("UPDATE", 2, [], "offer")).words()).toEqual(["UPDATE 500"]);
  phone.talking();
  const first = requestOf("INVITE", 3, [], "offer");
  expect(phone.asked(first).words()).toEqual(["proposed"]);
  expect(phone.asked(requestOf("UPDATE", 4, [], "offer")).words()).toEqual(["UPDATE 500"]);
  expect(phone.asked(requestOf("UPDATE", 5)).words()).toEqual(["UPDATE 200"]);
  phone.step({ type: "agreed", request: first, sdp: undefined, now: 0 });
  expect(phone.words()).toEqual(["INVITE 488"]);
  expect(phone.asked(requestOf("INVITE", 6, [], "offer")).words()).toEqual(["proposed"]);
});

test("an offer of this side in a re-INVITE is answered by its ACK, once, and an ACK without an answer changes nothing", () => {
  const phone = ringing().talking();
  const empty = requestOf("INVITE", 2);
  phone.asked(empty).step({ type: "agreed", request: empty, sdp: "ours", now: 0 }).take();
  expect(phone.asked(requestOf("ACK", 2, [], "theirs")).take()).toEqual([{ type: "agreed", sdp: "theirs" }]);
  expect(phone.asked(requestOf("ACK", 2, [], "again")).words()).toEqual([]);
  const full = requestOf("INVITE", 3, [], "offer");
  phone.asked(full).step({ type: "agreed", request: full, sdp: "ours", now: 0 }).take();
  expect(phone.asked(requestOf("ACK", 3, [], "stray")).words()).toEqual([]);
});

test("a call answers unsupported, early and late requests", () => {
  const phone = ringing().talking();
  const words = (request: SipRequest): string[] => phone.asked(request).words();
  expect(words(requestOf("OPTIONS", 5))).toEqual(["OPTIONS 200"]);
  expect(words(requestOf("REFER", 6))).toEqual(["REFER 603"]);
  expect(words(requestOf("MESSAGE", 7))).toEqual(["MESSAGE 501"]);
  expect(words(requestOf("INFO", 3))).toEqual(["INFO 500"]);
  const early = ringing().step({ type: "accept", sdp: "answer", now: 0 });
  early.take();
  expect(early.asked(requestOf("INVITE", 2, [], "offer")).words()).toEqual(["INVITE 491"]);
});

test.each([
  ["application/dtmf-relay", "Signal=5\r\nDuration=160", ["INFO 200", "keys 5"]],
  ["application/dtmf-relay", "Signal= * \r\nDuration=160", ["INFO 200", "keys *"]],
  ["application/dtmf", "#", ["INFO 200", "keys #"]],
  ["application/dtmf-relay", "Signal=A", ["INFO 200"]],
  ["application/media_control+xml", "5", ["INFO 200"]],
])("a call hears a key in INFO of %s: %s", (type, body, expected) => {
  expect(
    ringing()
      .talking()
      .asked(requestOf("INFO", 2, [["content-type", type]], body))
      .words(),
  ).toEqual(expected);
});

test("a call asks the PBX for a transfer, and gets the result", () => {
  const phone = ringing().talking();
  const [effect] = phone.step({ type: "refer", to: "sip:100@fritz.box" }).take();
  if (effect?.type !== "send") throw new Error("nothing was sent");
  expect(headerOf(effect.request, "refer-to")).toBe("<sip:100@fritz.box>");
  phone.step({ type: "response", method: "REFER", status: 202, now: 0 });
  const notify = (number: number, line: string): SipRequest =>
    requestOf("NOTIFY", number, [["event", "refer;id=1"]], line);
  expect(phone.asked(notify(2, "SIP/2.0 180 Ringing")).words()).toEqual(["NOTIFY 200"]);
  expect(phone.asked(notify(2, "no status line")).words()).toEqual(["NOTIFY 200"]);
  expect(phone.asked(notify(3, "SIP/2.0 200 OK")).words()).toEqual(["NOTIFY 200", "referred true"]);
  expect(phone.asked(notify(4, "SIP/2.0 486 Busy Here")).words()).toEqual(["NOTIFY 200", "referred false"]);
  for (const status of [300, 603])
    expect(phone.step({ type: "response", method: "REFER", status, now: 0 }).words()).toEqual([
      "referred false",
    ]);
});

test("a session ends when the other side stops refreshing it", () => {
  const phone = ringing([
    ["session-expires", "1800"],
    ["supported", "timer"],
  ]);
  const [accepted] = phone.step({ type: "accept", sdp: "answer", now: 0 }).take();
  if (accepted?.type !== "answer") throw new Error("not answered");
  expect(headerOf(accepted.response, "session-expires")).toBe("1800;refresher=uac");
  phone.asked(requestOf("ACK", 1));
  expect(callDueAt(phone.call)).toBe(1_768_000);
  phone.take();
  phone.asked(requestOf("UPDATE", 2, [["session-expires", "1800;refresher=uac"]]), 900_000);
  expect(phone.words()).toEqual(["UPDATE 200"]);
  expect(phone.step({ type: "time", now: 1_768_000 }).words()).toEqual([]);
  expect(phone.step({ type: "time", now: 2_668_000 }).words()).toEqual(["> BYE", "ended by lost"]);
});

test("a session that this side refreshes continues as long as the other side knows it", () => {
  const phone = ringing([["session-expires", "600;refresher=uas"]]).talking();
  expect(phone.step({ type: "time", now: 300_000 }).words()).toEqual(["> UPDATE"]);
  phone.step({ type: "response", method: "UPDATE", status: 200, now: 300_000 });
  expect(callDueAt(phone.call)).toBe(600_000);
  phone.step({ type: "time", now: 600_000 });
  phone.take();
  expect(phone.step({ type: "response", method: "UPDATE", status: 481, now: 600_000 }).words()).toEqual([
    "> BYE",
    "ended by lost",
  ]);
});

test("a redirected refresh does not count: the session expires at its time", () => {
  const phone = ringing([["session-expires", "600;refresher=uas"]]).talking();
  phone.step({ type: "time", now: 300_000 });
  phone.step({ type: "response", method: "UPDATE", status: 300, now: 300_000 });
  expect(phone.call.refreshAt).toBeUndefined();
});

test("a call without an ACK and audio has vanished, and its BYE follows the ACK", () => {
  const phone = ringing().step({ type: "accept", sdp: "answer", now: 0 });
  phone.take();
  expect(phone.step({ type: "silent" }).words()).toEqual(["vanished"]);
  expect(phone.step({ type: "silent" }).words()).toEqual([]);
  expect(phone.asked(requestOf("ACK", 1)).words()).toEqual(["> BYE", "ended by us"]);
});

test.each([
  [7, undefined, "8 BYE"],
  [7, 9, "10 BYE"],
  [7, 3, "8 BYE"],
] as const)(
  "requests of an outgoing call count from INVITE %i and request %p on",
  (invited, sequence, counted) => {
    const response = { status: 200, reason: "OK", headers: requestOf("INVITE", invited).headers, body: "" };
    const call = answeredCall(requestOf("INVITE", invited), response, {
      tag: "us",
      contact: "<sip:620@192.168.178.2:5062>",
      now: 0,
      ...(sequence !== undefined && { sequence }),
    });
    const [bye] = stepIncomingCall(call, { type: "hang-up" }).effects;
    expect(bye?.type === "send" && headerOf(bye.request, "cseq")).toBe(counted);
  },
);
