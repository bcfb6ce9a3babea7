// Letter limits: the most letters that one stranger can cause, from one network or from many, and the rest for all
// others.

import { expect, test } from "bun:test";
import { type CountedLetter, labelOf, letterOf, limitOf } from "../../src/cloud/letters/letter-limits.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const letter = (change: Partial<CountedLetter> = {}): CountedLetter => ({
  purpose: "password",
  accountId: "acc_1",
  at: 100 * hourMs,
  network: "n1",
  isToNewcomer: false,
  isMailed: true,
  ...change,
});

/** Requests `asked` letters; returns how many of them were sent in the last hour, and the limit. */
function flood(asked: number, everyMs: number, of: (number: number) => Partial<CountedLetter>) {
  const sent: CountedLetter[] = [];
  let limit: string | undefined;
  for (let number = 0; number < asked; number++) {
    const next = letter({ at: 100 * hourMs + number * everyMs, ...of(number) });
    const reached = limitOf(next, sent);
    if (reached === undefined) sent.push(next);
    else limit = reached;
  }
  return { sent, limit };
}

test("letters: one network has ten an hour and thirty a day, with any number of accounts", () => {
  const stranger = (number: number) =>
    ({ purpose: "email", accountId: `acc_${number}`, isToNewcomer: true }) as const;
  const { sent, limit } = flood(102, 300, stranger);
  expect([sent.length, limit]).toEqual([10, "network"]);
  const honest = letter({ accountId: "acc_honest", network: "n2", at: 101 * hourMs - minuteMs });
  expect(limitOf(honest, sent)).toBeUndefined();
  expect(limitOf({ ...honest, isToNewcomer: true }, sent)).toBeUndefined();
  expect(flood(24 * 12, 5 * minuteMs, stranger).sent.length).toBe(30);
});

test("letters: accounts of the last day have forty an hour together, from any number of networks", () => {
  const { sent, limit } = flood(500, 1_000, (number) => ({
    purpose: "email",
    accountId: `acc_${number}`,
    network: `n${number}`,
    isToNewcomer: true,
  }));
  expect([sent.length, limit]).toEqual([40, "newcomers"]);
  const later = { network: "n2", accountId: "acc_old", at: 100 * hourMs + 30 * minuteMs };
  expect(limitOf(letter(later), sent)).toBeUndefined();
  expect(limitOf(letter({ ...later, isToNewcomer: true }), sent)).toBe("newcomers");
});

test("letters: an account has three an hour, and five confirmations a day", () => {
  const own = (purpose: "email" | "password") => () => ({ purpose, network: undefined });
  expect(flood(9, minuteMs, own("password"))).toMatchObject({ sent: { length: 3 }, limit: "account" });
  expect(flood(20, 30 * minuteMs, own("email"))).toMatchObject({ sent: { length: 5 }, limit: "account" });
  const handedOut = Array.from({ length: 3 }, () => letter({ isMailed: false, network: undefined }));
  expect(limitOf(letter(), handedOut)).toBeUndefined();
  const confirming = Array.from({ length: 3 }, () => letter({ purpose: "email" }));
  expect(limitOf(letter(), confirming)).toBeUndefined();
});

test("letters: all networks together have a hundred an hour, the owner's links included", () => {
  const handedOut = (number: number) => ({ isMailed: false, network: undefined, accountId: `acc_${number}` });
  const { sent } = flood(100, 1, handedOut);
  expect([sent.length, limitOf(letter({ accountId: "acc_x" }), sent)]).toEqual([100, "deployment"]);
  expect(limitOf(letter({ accountId: "acc_x", at: 101 * hourMs + minuteMs }), sent)).toBeUndefined();
});

test("letters: they are counted by the labels of their links, those of earlier versions included", () => {
  const ofLink = (label: string) =>
    letterOf({
      id: "link_1",
      purpose: "password",
      accountId: "acc_1",
      label,
      createdAt: 5,
      expiresAt: 9,
      usedAt: null,
      usedBy: null,
      revokedAt: null,
    });
  for (const each of [letter({ at: 5 }), letter({ at: 5, isToNewcomer: true, network: undefined })])
    expect(ofLink(labelOf(each))).toEqual(each);
  expect(ofLink("mail")).toMatchObject({ isMailed: true, isToNewcomer: false, network: undefined });
  expect(ofLink("")).toMatchObject({ isMailed: false, network: undefined });
});
