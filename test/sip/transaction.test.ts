// Transactions without loss: necessary repetitions, and no others.

import { expect, test } from "bun:test";
import { answerTo } from "../../src/sip/sip-answer.ts";
import { isRequest, type SipRequest } from "../../src/sip/sip-message.ts";
import { dueAt, newTransaction, stepTransaction, type Transaction } from "../../src/sip/transaction.ts";

const request = (method: string): SipRequest => ({
  method,
  uri: "sip:a@b",
  headers: [
    ["via", "SIP/2.0/TCP b;branch=z9hG4bK1"],
    ["from", "<sip:a@b>;tag=1"],
    ["to", "<sip:a@b>"],
    ["call-id", "1"],
    ["cseq", `1 ${method}`],
  ],
  body: "",
});

/** All messages until nothing is due any more, and the time-outs. */
function toTheEnd(begun: Transaction): string[] {
  const told: string[] = [];
  let transaction = begun;
  for (let at = dueAt(transaction); at !== undefined; at = dueAt(transaction)) {
    const step = stepTransaction(transaction, { type: "time", now: at });
    transaction = step.transaction;
    for (const effect of step.effects) {
      if (effect.type !== "send") told.push(`${effect.type} ${at}`);
      else told.push(isRequest(effect.message) ? effect.message.method : String(effect.message.status));
    }
  }
  return told;
}

const sent = (
  kind: Transaction["kind"],
  isReliable: boolean,
  method: string,
  status?: number,
): Transaction => {
  const asked = request(method);
  const message = status === undefined ? asked : answerTo(asked, status);
  return stepTransaction(newTransaction(kind, isReliable), { type: "send", message, now: 0 }).transaction;
};

test.each([
  ["client", "REGISTER"],
  ["calling", "INVITE"],
] as const)("a request of a %s is sent once over TCP and given up after 32 s", (kind, method) => {
  expect(toTheEnd(sent(kind, true, method))).toEqual(["timeout 32000"]);
  expect(toTheEnd(sent(kind, false, method)).length).toBeGreaterThan(6);
});

test("a request that is answered provisionally is not sent again over TCP", () => {
  const ringing = stepTransaction(sent("client", true, "REGISTER"), {
    type: "received",
    message: answerTo(request("REGISTER"), 100),
    now: 100,
  });
  expect(toTheEnd(ringing.transaction)).toEqual(["timeout 32000"]);
});

test("an answer that accepts a call is repeated until its ACK over TCP, too, and a refusal is sent once", () => {
  const taken = toTheEnd(sent("invitation", true, "INVITE", 200));
  expect(taken.filter((told) => told === "200").length).toBeGreaterThan(6);
  expect(taken.at(-1)).toBe("timeout 32000");
  expect(toTheEnd(sent("invitation", true, "INVITE", 486))).toEqual(["timeout 32000"]);
});

test("a refusal that was acknowledged is not sent again, while late repetitions may still arrive", () => {
  const refused = sent("invitation", false, "INVITE", 486);
  const acknowledged = stepTransaction(refused, { type: "received", message: request("ACK"), now: 100 });
  expect(dueAt(acknowledged.transaction)).toBe(5_100);
  const late = stepTransaction(acknowledged.transaction, {
    type: "received",
    message: request("INVITE"),
    now: 200,
  });
  expect(late.effects).toEqual([]);
  expect(toTheEnd(late.transaction)).toEqual([]);
});

test("a ring is not repeated and waits without an end, and the answer of another request is sent once", () => {
  expect(dueAt(sent("invitation", false, "INVITE", 180))).toBeUndefined();
  expect(toTheEnd(sent("server", false, "BYE", 200))).toEqual([]);
});

test.each([
  [183, ["response"], "ringing"],
  [200, ["response"], "answered"],
  [299, ["response"], "answered"],
  [300, ["ACK", "response"], "answered"],
  [486, ["ACK", "response"], "answered"],
] as const)(
  "an INVITE answered %i is acknowledged by its transaction only if it is refused",
  (status, told, state) => {
    const message = answerTo(request("INVITE"), status);
    const step = stepTransaction(sent("calling", false, "INVITE"), { type: "received", message, now: 100 });
    const words = step.effects.map((effect) =>
      effect.type === "send" && isRequest(effect.message) ? effect.message.method : effect.type,
    );
    expect(words).toEqual([...told]);
    expect(step.transaction.state).toBe(state);
  },
);
