// Admission: counts of an account while its sessions come and go.

import { expect, test } from "bun:test";
import { minuteMicros } from "../../src/billing/price.ts";
import { failureOf } from "../support/failure-of.ts";
import { Admission, type AdmissionOptions } from "../../src/session/session-admission.ts";

interface Place {
  readonly accountId: string;
}

function admission(ticker = { isBehind: false }, availableMicros = 0) {
  const told: unknown[] = [];
  const options = {
    ticker,
    calls: { hasSpeech: true },
    perAccountMax: 10,
    placesMax: 10,
    leases: {
      add: (id: string, micros: number) => void told.push(["add", id, micros]),
      remove: (id: string, micros: number) => void told.push(["remove", id, micros]),
    },
    entered: () => void told.push("entered"),
    store: { of: () => ({ ledger: { balance: () => ({ availableMicros, grantedMicros: 0 }) } }) },
  } as unknown as AdmissionOptions;
  return { told, admission: new Admission<Place>(options, ({ accountId }) => accountId) };
}

test("admission: each session of an account borrows its minute and gives it back", () => {
  const { told, admission: door } = admission();
  door.enter("a", 30);
  door.leave("a", 30);
  expect(told).toEqual([["add", "a", 30], "entered", ["remove", "a", 30]]);
});

test("admission: at a late server an account without sessions comes before those with several, and not twice", () => {
  const { admission: door } = admission({ isBehind: true });
  for (let n = 0; n < 2; n++) {
    door.enter("a", 30);
    door.places.add({ accountId: "a" });
  }
  const isLet = (id: string): boolean => {
    try {
      door.checkLag(id);
      return true;
    } catch {
      return false;
    }
  };
  expect([isLet("a"), isLet("b")]).toEqual([false, true]);
  // The session waits for its client, so it has no place yet.
  door.enter("b", 30);
  expect(isLet("b")).toBe(false);
  door.leave("b", 30);
  expect(isLet("b")).toBe(true);
});

test("admission: credit for exactly one minute is enough, and one micro-cent less is refused", async () => {
  const plan = { accountId: "a", providers: { metered: [] } } as unknown as Parameters<
    Admission<Place>["checkCredits"]
  >[0];
  const minute = minuteMicros([]);
  const check = (micros: number) => admission({ isBehind: false }, micros).admission.checkCredits(plan);
  await check(minute);
  expect(await failureOf(check(minute - 1))).toContain("credit");
  await admission().admission.checkCredits({ ...plan, accountId: undefined });
});
