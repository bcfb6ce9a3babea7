// Command `owner`: names the owner of this deployment, or makes another account the owner, creating it if necessary.

import { wallClock } from "../../base/clock.ts";
import { findAccount, nameOwner } from "../../cloud/accounts.ts";
import { operator } from "../audit/operator.ts";
import { configOrSay } from "../command-config.ts";
import { invocation } from "../invocation.ts";
import { orSay, changing } from "../stored-data.ts";
import { makeAccount } from "./account-command.ts";
import { misuse } from "../mistakes/misuse.ts";

export async function owner(args: readonly string[]): Promise<number> {
  const [email] = args;
  if (args.length > 1 || (email !== undefined && !email.includes("@"))) {
    console.error(misuse("owner [EMAIL]", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    changing(config, async ({ accounts }) => {
      const was = await accounts.owner();
      if (email === undefined) {
        console.log(
          was?.email ?? `There is no owner yet. Make an account the owner with ${invocation} owner EMAIL.`,
        );
        return was === undefined ? 1 : 0;
      }
      const storedAccount = await findAccount(accounts, email);
      if (storedAccount !== undefined && storedAccount.id === was?.id) {
        console.log(
          `${storedAccount.email} is already the owner. To reset the password: ${invocation} account EMAIL`,
        );
        return 0;
      }
      const id = storedAccount?.id ?? (await makeAccount(accounts, { email, config }));
      await nameOwner(accounts, id, { by: operator(), at: wallClock.wall() });
      console.log(`The owner is ${storedAccount?.email ?? email.trim()}.`);
      if (was !== undefined) console.log(`${was.email} is now a member.`);
      return 0;
    }),
  );
}
