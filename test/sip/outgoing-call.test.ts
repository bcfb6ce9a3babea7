// Outgoing calls: the course of our INVITE by the PBX's responses, and its withdrawal.

import { expect, test } from "bun:test";
import {
  dial,
  dialDueAt,
  type OutgoingCall,
  type OutgoingCallEffect,
  type OutgoingCallEvent,
  refusalOf,
  stepOutgoingCall,
} from "../../src/sip/outgoing-call.ts";
import { type HeaderLines, headerOf, type SipRequest, type SipResponse } from "../../src/sip/sip-message.ts";
import { newTransaction, stepTransaction, type TransactionEvent } from "../../src/sip/transaction.ts";

const extension = { domain: "pbx", user: "620", loginName: "login", password: "secret" };
const to = "sip:100@pbx";

const answerOf = (status: number, headers: HeaderLines = [], body = "", tag = "them"): SipResponse => ({
  status,
  reason: "",
  headers: [
    ["via", "SIP/2.0/UDP 192.168.178.2;branch=z9hG4bK1"],
    ["from", "<sip:620@pbx>;tag=us"],
    ["to", `<${to}>;tag=${tag}`],
    ["call-id", "id"],
    ["cseq", "1 INVITE"],
    ["contact", "<sip:100@192.168.178.9:5070>"],
    ...headers,
  ],
  body,
});

const challenge: HeaderLines = [["www-authenticate", 'Digest realm="pbx", nonce="n", qop="auth"']];

function calling() {
  const contact = "<sip:620@192.168.178.2:5062>";
  const begun = dial({
    to,
    extension,
    callId: "id",
    tag: "us",
    contact,
    sdp: "offer",
    ringMs: 30_000,
    now: 0,
  });
  let call: OutgoingCall = begun.call;
  const effects: OutgoingCallEffect[] = [...begun.effects];
  return {
    get call() {
      return call;
    },
    step(event: OutgoingCallEvent) {
      const step = stepOutgoingCall(call, event, { extension, random: () => "cnonce" });
      call = step.call;
      effects.push(...step.effects);
      return this;
    },
    heard(...response: Parameters<typeof answerOf>) {
      return this.step({ type: "response", response: answerOf(...response), now: 1_000 });
    },
    take: () => effects.splice(0),
    words(): string[] {
      return this.take().map((effect) =>
        effect.type === "send" || effect.type === "acknowledge"
          ? `${effect.request.method} ${headerOf(effect.request, "cseq")}`
          : effect.type === "ended"
            ? `ended ${effect.why} ${effect.status}`
            : effect.type,
      );
    },
  };
}

test("a call that rings and is answered is acknowledged, and continues like any other", () => {
  const one = calling();
  expect(one.words()).toEqual(["invite"]);
  expect(one.heard(100).heard(183, [], "early").heard(180).words()).toEqual(["rings", "rings"]);
  const [ack, answered] = one.heard(200, [["record-route", "<sip:a;lr>, <sip:b;lr>"]], "answer").take();
  expect(ack).toMatchObject({ type: "acknowledge", request: { uri: "sip:100@192.168.178.9:5070" } });
  const request = (ack as { request: SipRequest }).request;
  expect(request.headers.filter(([name]) => name === "route").map(([, value]) => value)).toEqual([
    "<sip:b;lr>",
    "<sip:a;lr>",
  ]);
  expect(headerOf(request, "cseq")).toBe("1 ACK");
  expect(answered).toMatchObject({
    type: "answered",
    sdp: "answer",
    call: { phase: "talking", localSequence: 1 },
  });
  expect(dialDueAt(one.call)).toBeUndefined();
});

test("a repeated answer is acknowledged again, and a second telephone that answers is hung up", () => {
  const one = calling().heard(200);
  one.take();
  expect(one.heard(200).words()).toEqual(["ACK 1 ACK"]);
  expect(one.heard(200, [], "", "another").words()).toEqual(["ACK 1 ACK", "BYE 2 BYE"]);
});

test("a call is dialed again with the requested password, and once more for a stale nonce", () => {
  const one = calling();
  one.take();
  const [again] = one.heard(401, challenge).take();
  const request = (again as { request: SipRequest }).request;
  expect(headerOf(request, "cseq")).toBe("2 INVITE");
  expect(headerOf(request, "authorization")).toContain('username="login"');
  expect(headerOf(request, "call-id")).toBe("id");
  const stale: HeaderLines = [["www-authenticate", 'Digest realm="pbx", nonce="m", stale=true, qop="auth"']];
  expect(one.heard(401, stale).words()).toEqual(["invite"]);
  expect(one.heard(401, stale).words()).toEqual(["ended forbidden 401"]);
});

test("a call with a refused password is forbidden", () => {
  const one = calling().heard(401, challenge);
  one.take();
  expect(one.heard(401, challenge).words()).toEqual(["ended forbidden 401"]);
  expect(one.heard(200).words()).toEqual(["ACK 2 ACK", "BYE 3 BYE"]);
});

test.each([
  [486, "busy"],
  [600, "busy"],
  [480, "no_answer"],
  [408, "no_answer"],
  [603, "declined"],
  [607, "declined"],
  [404, "unreachable"],
  [484, "unreachable"],
  [604, "unreachable"],
  [300, "unreachable"],
  [302, "unreachable"],
  [403, "forbidden"],
  [488, "failed"],
  [500, "failed"],
  [503, "failed"],
] as const)("the answer %d ends a call as %s", (status, why) => {
  const one = calling().heard(180);
  one.take();
  expect(one.heard(status).words()).toEqual([`ended ${why} ${status}`]);
  expect(refusalOf(status)).toBe(why);
  expect(one.heard(486).words()).toEqual([]);
});

test("an unanswered call is withdrawn when its ringing time is over", () => {
  const one = calling().heard(180);
  one.take();
  expect(dialDueAt(one.call)).toBe(30_000);
  expect(one.step({ type: "time", now: 30_000 }).words()).toEqual(["cancel"]);
  expect(one.heard(487).words()).toEqual(["ended no_answer 487"]);
});

test("a call cancelled before any answer is withdrawn with the first one, and only once", () => {
  const one = calling();
  one.take();
  expect(one.step({ type: "hang-up", now: 0 }).words()).toEqual([]);
  expect(one.heard(100).heard(180).words()).toEqual(["cancel"]);
  expect(one.heard(487).words()).toEqual(["ended cancelled 487"]);
});

test("an answer that crosses its withdrawal is acknowledged and hung up", () => {
  const one = calling().heard(180).step({ type: "hang-up", now: 0 });
  one.take();
  expect(one.heard(200).words()).toEqual(["ACK 1 ACK", "BYE 2 BYE", "ended cancelled 200"]);
});

test("a silent call ends", () => {
  const silent = calling();
  silent.take();
  expect(silent.step({ type: "unanswered" }).words()).toEqual(["ended failed undefined"]);
  const left = calling().heard(180).step({ type: "hang-up", now: 0 });
  left.take();
  expect(left.step({ type: "time", now: 31_999 }).words()).toEqual([]);
  expect(left.step({ type: "time", now: 32_000 }).words()).toEqual(["ended cancelled undefined"]);
});

test("an INVITE is repeated until an answer, and refusals are acknowledged each time", () => {
  const invite = calling().call.invite;
  const via = { ...invite, headers: [["via", "SIP/2.0/UDP me;branch=z9hG4bK1"] as const, ...invite.headers] };
  let transaction = newTransaction("calling");
  const words = (event: TransactionEvent): string[] => {
    const step = stepTransaction(transaction, event);
    transaction = step.transaction;
    return step.effects.map((effect) =>
      effect.type === "send" ? `send ${(effect.message as SipRequest).method}` : effect.type,
    );
  };
  expect(words({ type: "send", message: via, now: 0 })).toEqual(["send INVITE"]);
  expect(words({ type: "time", now: 500 })).toEqual(["send INVITE"]);
  expect(words({ type: "time", now: 1_000 })).toEqual([]);
  expect(words({ type: "time", now: 1_500 })).toEqual(["send INVITE"]);
  expect(words({ type: "received", message: answerOf(100), now: 1_600 })).toEqual(["response"]);
  expect(words({ type: "time", now: 60_000 })).toEqual([]);
  expect(words({ type: "received", message: answerOf(486), now: 60_000 })).toEqual(["send ACK", "response"]);
  expect(words({ type: "received", message: answerOf(486), now: 60_500 })).toEqual(["send ACK"]);
  expect(words({ type: "time", now: 92_000 })).toEqual([]);
  expect(transaction.state).toBe("over");
});

test("an INVITE without an answer fails after 32 seconds", () => {
  let transaction = newTransaction("calling");
  const step = (event: TransactionEvent) => {
    const next = stepTransaction(transaction, event);
    transaction = next.transaction;
    return next.effects.map(({ type }) => type);
  };
  step({ type: "send", message: calling().call.invite, now: 0 });
  expect(step({ type: "time", now: 31_999 })).toEqual(["send"]);
  expect(step({ type: "time", now: 32_000 })).toEqual(["timeout"]);
});
