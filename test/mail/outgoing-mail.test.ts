// Outgoing mail: letters are sent one after the other, again if the server asks for it, and none is left at the end.

import { expect, test } from "bun:test";
import { type Fields, type Log, openLog } from "../../src/base/log.ts";
import { OutgoingMail } from "../../src/mail/outgoing-mail.ts";
import { type Letter, MailError } from "../../src/mail/smtp-sender.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";

const letter = (to = "ada@example.com"): Letter => ({ to, subject: "s", text: "a secret link" });

interface Sending {
  readonly letter: Letter;
  readonly signal: AbortSignal;
  readonly end: (error?: MailError) => void;
}

function post() {
  const clock = new VirtualClock();
  const told: Fields[] = [];
  const write = (line: string): void => void told.push(JSON.parse(line) as Fields);
  const log: Log = openLog({ level: "debug", format: "json", write, clock });
  const sendings: Sending[] = [];
  const sender = {
    send: (sent: Letter, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: MailError): void => (error === undefined ? resolve() : reject(error));
        signal.addEventListener("abort", () => end(new MailError("stopped")));
        sendings.push({ letter: sent, signal, end });
      }),
  };
  const mail = new OutgoingMail({ sender, clock, log });
  const events = () => told.map(({ event, account, attempts, reason }) => [event, account, attempts, reason]);
  return { clock, told, mail, sendings, events };
}

test("outgoing mail: letters are sent one at a time, in order", async () => {
  const { mail, sendings, events } = post();
  await using _ = mail;
  for (const account of ["acc_1", "acc_2"]) expect(mail.post(letter(account), account)).toBe(true);
  await settle();
  expect(sendings.map(({ letter: { to } }) => to)).toEqual(["acc_1"]);
  sendings[0]?.end();
  await settle();
  sendings[1]?.end();
  await settle();
  expect(events()).toEqual([
    ["mail.sent", "acc_1", 1, undefined],
    ["mail.sent", "acc_2", 1, undefined],
  ]);
});

test("outgoing mail: a temporary refusal is repeated after 10 s, 60 s and 5 min, and then given up", async () => {
  const { clock, mail, sendings, told } = post();
  await using _ = mail;
  mail.post(letter(), "acc_1");
  const later = new MailError("refused", { status: 451 });
  for (const [at, waitMs] of [10_000, 60_000, 300_000].entries()) {
    await settle();
    sendings[at]?.end(later);
    await settle();
    expect(clock.nextInMs).toBe(waitMs);
    await clock.advance(waitMs - 1);
    expect(sendings).toHaveLength(at + 1);
    await clock.advance(1);
  }
  sendings[3]?.end(later);
  await settle();
  expect(clock.nextInMs).toBeUndefined();
  expect(told.map(({ event, attempts }) => [event, attempts])).toEqual([
    ["mail.delayed", 1],
    ["mail.delayed", 2],
    ["mail.delayed", 3],
    ["mail.failed", 4],
  ]);
  expect(told.at(-1)).toMatchObject({ level: "error", account: "acc_1", reason: "refused", status: 451 });
  expect(JSON.stringify(told)).not.toMatch(/example\.com|secret/);
});

test("outgoing mail: a second attempt succeeds, and another letter overtakes the first", async () => {
  const { clock, mail, sendings, events } = post();
  await using _ = mail;
  mail.post(letter(), "acc_1");
  mail.post(letter(), "acc_2");
  await settle();
  sendings[0]?.end(new MailError("unreachable", { code: "ECONNREFUSED" }));
  await settle();
  sendings[1]?.end();
  await clock.advance(10_000);
  sendings[2]?.end();
  await settle();
  expect(events()).toEqual([
    ["mail.delayed", "acc_1", 1, "unreachable"],
    ["mail.sent", "acc_2", 1, undefined],
    ["mail.sent", "acc_1", 2, undefined],
  ]);
});

test("outgoing mail: a permanent refusal is tried once", async () => {
  const { clock, mail, sendings, events } = post();
  await using _ = mail;
  for (const error of [new MailError("refused", { status: 550 }), new MailError("login", { status: 535 })]) {
    mail.post(letter(), "acc_1");
    await settle();
    sendings.at(-1)?.end(error);
    await settle();
    expect(events().at(-1)).toEqual(["mail.failed", "acc_1", 1, error.reason]);
  }
  expect([sendings.length, clock.nextInMs]).toEqual([2, undefined]);
});

test("outgoing mail: at most a hundred letters wait, and more are accepted after they leave", async () => {
  const { mail, sendings } = post();
  await using _ = mail;
  for (let i = 0; i < 100; i += 1) expect(mail.post(letter(), "acc_1")).toBe(true);
  expect([mail.hasRoom, mail.post(letter(), "acc_1")]).toEqual([false, false]);
  await settle();
  sendings[0]?.end();
  await settle();
  expect([mail.hasRoom, mail.post(letter(), "acc_1")]).toEqual([true, true]);
  // The sender gives up the other letters at the end.
  sendings[1]?.end();
});

test("outgoing mail: a stop drops waiting letters, and the current one has five seconds", async () => {
  const { clock, mail, sendings, events } = post();
  mail.post(letter(), "acc_1");
  await settle();
  sendings[0]?.end(new MailError("late"));
  mail.post(letter(), "acc_2");
  mail.post(letter(), "acc_3");
  await settle();
  const closing = mail[Symbol.asyncDispose]();
  await settle();
  expect([mail.hasRoom, sendings[1]?.signal.aborted]).toEqual([false, false]);
  expect(events().slice(1)).toEqual([["mail.failed", "acc_1", 1, "stopped"]]);
  await clock.advance(4_999);
  expect(sendings[1]?.signal.aborted).toBe(false);
  await clock.advance(1);
  await closing;
  expect(sendings).toHaveLength(2);
  expect(events().slice(2)).toEqual([
    ["mail.failed", "acc_2", 1, "stopped"],
    ["mail.failed", "acc_3", 1, "stopped"],
  ]);
  expect(clock.nextInMs).toBeUndefined();
});

test("outgoing mail: the current letter may be delivered during a stop", async () => {
  const { mail, sendings, events } = post();
  mail.post(letter(), "acc_1");
  await settle();
  const closing = mail[Symbol.asyncDispose]();
  sendings[0]?.end();
  await closing;
  expect(events()).toEqual([["mail.sent", "acc_1", 1, undefined]]);
});
