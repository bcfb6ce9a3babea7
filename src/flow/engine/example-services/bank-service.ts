// Example service of a bank: PINs and balances. The PIN of an account is the last four digits of its number, and the third
// wrong one locks it for the rest of the conversation.

import { scattered } from "../../value/scattered.ts";
import { type ExampleService, noSuchRoute, refused, textIn } from "./example-service.ts";

const wrongMax = 3;
const pinDigits = 4;
const centsMax = 1_000_000;
const centsPerPound = 100;

/** Wrong PINs by account. */
type Wrong = ReadonlyMap<string, number>;

export const bankService: ExampleService<Wrong> = {
  first: new Map(),
  answer(wrong, { method, path, body }) {
    const [version, accounts, account = "", what = "", ...rest] = path;
    const isKnown = version === "v1" && accounts === "accounts" && rest.length === 0;
    if (!isKnown) return [wrong, noSuchRoute];
    if (!/^\d{6}$/.test(account)) return [wrong, refused(404, "There is no such account.")];
    const tries = wrong.get(account) ?? 0;
    if (`${method} ${what}` === "GET balance") {
      if (tries >= wrongMax) return [wrong, refused(423, "The account is locked.")];
      return [wrong, { body: { amount: (scattered(account) % centsMax) / centsPerPound } }];
    }
    if (`${method} ${what}` !== "POST pin") return [wrong, noSuchRoute];
    const isRight = tries < wrongMax && textIn(body, "pin") === account.slice(-pinDigits);
    if (isRight) return [new Map(wrong).set(account, 0), { body: { right: true, left: wrongMax } }];
    const now = Math.min(tries + 1, wrongMax);
    return [new Map(wrong).set(account, now), { body: { right: false, left: wrongMax - now } }];
  },
};
