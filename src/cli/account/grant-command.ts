// Command `grant`: gives an account credits, beside a running server or without one.

import { wallClock } from "../../base/clock.ts";
import { microsPerCent, wholeCents } from "../../billing/price.ts";
import { entryOf } from "../../cloud/audit-trail.ts";
import { configOrSay } from "../command-config.ts";
import { operator } from "../audit/operator.ts";
import { orSay, withAccount } from "../stored-data.ts";
import { misuse } from "../mistakes/misuse.ts";

/** A million dollars; more is a slip of the finger, and sums stay far from where numbers get inexact. */
const centsMax = 100_000_000;

export async function grant(args: readonly string[]): Promise<number> {
  const [name, amount] = args;
  if (name === undefined || amount === undefined || args.length !== 2) {
    console.error(misuse("grant ACCOUNT|EMAIL CENTS", args));
    return 2;
  }
  const cents = Number(amount);
  if (!/^\d+$/.test(amount) || cents < 1 || cents > centsMax) {
    console.error(`CENTS must be a whole number from 1 to ${centsMax}, not "${amount}".`);
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    withAccount(config, name, async (store, { id, email }) => {
      const { ledger } = store.of(id);
      const at = wallClock.wall();
      const micros = cents * microsPerCent;
      const act = { accountId: id, at, action: "credit.granted", target: id, details: { micros } } as const;
      await ledger.grant({ accountId: id, micros, at, note: "operator" }, [entryOf(operator(), act)]);
      const balance = wholeCents((await ledger.balance(id)).balanceMicros);
      console.log(`Granted ${cents} cents to ${email}: the balance is ${balance} cents.`);
      return 0;
    }),
  );
}
