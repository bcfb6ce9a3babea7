// Command `account`: creates an account or sets a new password, and prints the password, which is shown nowhere else.

import type { AccountStore } from "../../../db/port/account-store.ts";
import { wallClock } from "../../base/clock.ts";
import { welcomeMicros } from "../../billing/price.ts";
import { changePassword, findAccount, signUp } from "../../cloud/accounts.ts";
import { Passwords } from "../../cloud/passwords.ts";
import { randomText } from "../../cloud/random-secret.ts";
import type { Config } from "../../config.ts";
import { operator } from "../audit/operator.ts";
import { configOrSay } from "../command-config.ts";
import { orSay, changing } from "../stored-data.ts";
import { misuse } from "../mistakes/misuse.ts";

/** 119 bits: not guessable, and short enough to type. */
const passwordChars = 20;

export async function account(args: readonly string[]): Promise<number> {
  const [email] = args;
  if (email?.includes("@") !== true || args.length !== 1) {
    console.error(misuse("account EMAIL", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    changing(config, async ({ accounts }) => {
      const storedAccount = await findAccount(accounts, email);
      if (storedAccount === undefined) {
        await makeAccount(accounts, { email, config });
        return 0;
      }
      const password = randomText(passwordChars);
      const passwords = new Passwords(config.passwordMemoryMib);
      const doing = { by: operator(), at: wallClock.wall() };
      await changePassword(accounts, { account: storedAccount, password }, { passwords, doing });
      console.log(
        `New password of ${storedAccount.email}: ${password}\nAll logins of the account have ended.`,
      );
      return 0;
    }),
  );
}

/** Prints the password, and answers the account's id. */
export async function makeAccount(
  accounts: AccountStore,
  { email, config }: { readonly email: string; readonly config: Pick<Config, "passwordMemoryMib"> },
): Promise<string> {
  const password = randomText(passwordChars);
  const passwords = new Passwords(config.passwordMemoryMib);
  const welcome = { micros: welcomeMicros, note: "welcome" };
  const [at, by] = [wallClock.wall(), operator()];
  const id = await signUp(accounts, { email, password, at }, { passwords, welcome, by, isConfirmed: true });
  console.log(`Created the account ${email}. Its password: ${password}`);
  return id;
}
