// Accounts: signing up and logging in. Tokens and limits are handled elsewhere.

import { eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { accounts } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { Passwords } from "./passwords.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignUp extends Credentials {
  readonly at: number;
}

interface SignUpParts {
  readonly passwords: Passwords;
  /** Runs in the account's own transaction: what every new account gets. */
  readonly welcome: (tx: Db, accountId: string) => void;
}

const emailCharsMax = 254;

/** Answers with the new account's id. Throws `account/email-taken`, or `request/invalid` for what is no email. */
export async function signUp(
  db: Db,
  { email, password, at }: SignUp,
  { passwords, welcome }: SignUpParts,
): Promise<string> {
  const address = normalEmail(email);
  if (!isEmail(address)) {
    const detail = `Must be an email address of at most ${emailCharsMax} characters.`;
    throw new Fault(
      "request/invalid",
      'The body does not fit its schema at "/email": send an email address.',
      {
        errors: [{ pointer: "/email", detail }],
      },
    );
  }
  // Once before the expensive part, once when it counts.
  refuseTaken(db, address);
  const passwordHash = await passwords.hash(password);
  const id = newId("acc", at);
  return db.transaction(
    (tx) => {
      refuseTaken(tx, address);
      tx.insert(accounts).values({ id, email: address, passwordHash, createdAt: at }).run();
      welcome(tx, id);
      return id;
    },
    { behavior: "immediate" },
  );
}

/** Answers with the account's id. Throws `auth/invalid-credentials`, after the same time in any case. */
export async function logIn(db: Db, { email, password }: Credentials, passwords: Passwords): Promise<string> {
  const account = findByEmail(db, normalEmail(email));
  if ((await passwords.matches(password, account?.passwordHash)) && account !== undefined) return account.id;
  throw new Fault("auth/invalid-credentials", "The email or the password is wrong: check both.", {
    challenge: 'Bearer realm="voice-flow"',
  });
}

export function accountExists(db: Db, id: string): boolean {
  return db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).get() !== undefined;
}

/** Finds an account by its id or its email, for operators. */
export function findAccount(db: Db, idOrEmail: string): { id: string; email: string } | undefined {
  const by = idOrEmail.includes("@")
    ? eq(accounts.email, normalEmail(idOrEmail))
    : eq(accounts.id, idOrEmail);
  return db.select({ id: accounts.id, email: accounts.email }).from(accounts).where(by).get();
}

/** One person is one account, however they write themselves. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** One `@` with something on both sides; only a message sent there could show more. */
function isEmail(email: string): boolean {
  return (
    email.length <= emailCharsMax && email.isWellFormed() && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)
  );
}

function findByEmail(db: Db, email: string): typeof accounts.$inferSelect | undefined {
  return db.select().from(accounts).where(eq(accounts.email, email)).get();
}

function refuseTaken(db: Db, email: string): void {
  if (findByEmail(db, email) === undefined) return;
  throw new Fault("account/email-taken", "There is an account with this email: log in instead.");
}
