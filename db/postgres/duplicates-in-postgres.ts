// Duplicates in Postgres: accounts of one email, or with the owner's role, that are added at the same moment.

import type { AccountStore } from "../port/account-store.ts";
import { isDuplicate } from "./postgres-errors.ts";

/** Store that refuses the later one of two simultaneous additions like one that comes after the other. */
export function refusingDuplicates(accounts: AccountStore): AccountStore {
  return {
    ...accounts,
    async add(account, entries) {
      try {
        return await accounts.add(account, entries);
      } catch (error) {
        if (isDuplicate(error, "accounts_email_unique")) return "email";
        if (isDuplicate(error, "accounts_owner")) return "link";
        throw error;
      }
    },
  };
}
