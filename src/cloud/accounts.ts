// Accounts: signing up, logging in, new passwords, and ending all logins. Tokens and limits are handled elsewhere.

import { domainToASCII, domainToUnicode } from "node:url";
import type { AccountStore, NewAccount, StoredAccount } from "../../db/port/account-store.ts";
import type { AuditAuthor } from "../../db/port/audit-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { type ChangeAuthor, entriesOf } from "./audit-trail.ts";
import { linkVoid } from "./one-time-links.ts";
import type { Passwords } from "./passwords.ts";
import { hashOf } from "./random-secret.ts";

/** Sign-up: open, by invitation, or closed. */
export type SignupPolicy = "open" | "invite" | "closed";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignUp extends Credentials {
  readonly at: number;
  /** Token of a one-time link. */
  readonly link?: string | undefined;
}

interface SignUpParts {
  readonly passwords: Passwords;
  /** Credit of every new account, in its own transaction. */
  readonly welcome: NewAccount["welcome"];
  /** Author of the change, except the id. */
  readonly by?: AuditAuthor;
  /** The email counts as confirmed: none is required, or an operator created the account. */
  readonly isConfirmed?: boolean;
}

const emailCharsMax = 254;

/**
 * Returns the new account's id. Throws `account/email-taken`, `account/link-void`, or `request/invalid` for an
 * invalid email.
 */
export async function signUp(
  accounts: AccountStore,
  { email, password, at, link }: SignUp,
  { passwords, welcome, by, isConfirmed = false }: SignUpParts,
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
  if ((await accounts.byEmail(address)) !== undefined) throw taken();
  if ((await accounts.byEmail(withUnicodeDomain(address))) !== undefined) throw taken();
  const passwordHash = await passwords.hash(password);
  const id = newId("acc", at);
  const self = by && { ...by, actor: { ...by.actor, id } };
  const entries = entriesOf({ by: self, at }, { accountId: id, action: "account.made", target: id });
  const hash = link === undefined ? undefined : hashOf(link);
  const confirmedAt = isConfirmed ? at : null;
  const account = { id, email: address, passwordHash, confirmedAt, at, welcome, link: hash };
  const refused = await accounts.add(account, entries);
  if (refused === "link") throw linkVoid();
  if (refused === "email") throw taken();
  return id;
}

interface Login extends Credentials {
  /** Receives the account of a failed login, which the caller must not learn. */
  readonly refused?: (accountId: string | undefined) => void;
}

/** Returns the account. Throws `auth/invalid-credentials`, after the same time in any case. */
export async function logIn(
  accounts: AccountStore,
  { email, password, refused }: Login,
  passwords: Passwords,
): Promise<StoredAccount> {
  const account = await accountOfEmail(accounts, email);
  if ((await passwords.matches(password, account?.passwordHash)) && account !== undefined) {
    if (account.closedAt === null) return account;
    throw accountClosed();
  }
  refused?.(account?.id);
  throw wrong();
}

interface NewPassword {
  /** State at the check of its password, or its operator. */
  readonly account: StoredAccount;
  readonly password: string;
}

/**
 * Also ends all logins, and returns the generation of the next ones. Throws `auth/invalid-credentials` if the
 * password was changed meanwhile.
 */
export async function changePassword(
  accounts: AccountStore,
  { account: { id, passwordHash: was }, password }: NewPassword,
  { passwords, doing }: { readonly passwords: Passwords; readonly doing: ChangeAuthor },
): Promise<number> {
  const is = await passwords.hash(password);
  const entries = entriesOf(doing, { accountId: id, action: "password.changed", target: id });
  const generation = await accounts.endLogins({ id, password: { was, is, at: doing.at } }, entries);
  if (generation === undefined) throw wrong();
  return generation;
}

interface ResetParts {
  readonly passwords: Passwords;
  readonly doing: ChangeAuthor;
  /** Throws for a password that an account with this email must not have. */
  readonly check: (email: string) => void;
}

/**
 * Sets the password of a one-time link's account, and ends all logins. Returns the account and the generation of the
 * next ones. Throws `account/link-void`.
 */
export async function resetPassword(
  store: Pick<Store, "accounts" | "access">,
  { link, password }: { readonly link: string; readonly password: string },
  { passwords, doing, check }: ResetParts,
): Promise<{ readonly accountId: string; readonly generation: number }> {
  const hash = hashOf(link);
  const linkEntry = await store.access.usableLink(hash, doing.at);
  if (linkEntry?.purpose !== "password" || linkEntry.accountId === null) throw linkVoid();
  const { accountId: id } = linkEntry;
  const account = await store.accounts.byId(id);
  if (account?.closedAt !== null) throw accountClosed();
  check(account.email);
  const reset = { is: await passwords.hash(password), at: doing.at, link: hash };
  const by = doing.by && { ...doing.by, actor: { ...doing.by.actor, id } };
  const entries = entriesOf({ by, at: doing.at }, { accountId: id, action: "password.changed", target: id });
  const generation = await store.accounts.endLogins({ id, password: reset }, entries);
  if (generation === undefined) throw linkVoid();
  return { accountId: id, generation };
}

/** Confirms the email by the link mailed there. Throws `account/link-void`, `account/closed`. */
export async function confirmEmail(
  store: Pick<Store, "accounts" | "access">,
  link: string,
  doing: ChangeAuthor,
): Promise<void> {
  const hash = hashOf(link);
  const linkEntry = await store.access.usableLink(hash, doing.at);
  if (linkEntry?.purpose !== "email" || linkEntry.accountId === null) throw linkVoid();
  const { accountId: id } = linkEntry;
  if ((await store.accounts.byId(id))?.closedAt !== null) throw accountClosed();
  const by = doing.by && { ...doing.by, actor: { ...doing.by.actor, id } };
  const entries = entriesOf({ by, at: doing.at }, { accountId: id, action: "email.confirmed", target: id });
  if (!(await store.accounts.confirm({ id, link: hash, at: doing.at }, entries))) throw linkVoid();
}

/** Deletes permanently: the account is no longer found, and its data is erased. Throws the reason of a refusal. */
export async function leaveDeployment(
  accounts: AccountStore,
  id: string,
  doing: ChangeAuthor,
): Promise<void> {
  const acts = [id, undefined].map(
    (accountId) => ({ accountId, action: "account.deleted", target: id }) as const,
  );
  if (await accounts.leave({ id, at: doing.at }, entriesOf(doing, ...acts))) return;
  throw ofOwner();
}

function ofOwner(): Fault {
  const detail =
    "The owner's account cannot be deleted: first name another owner with voice-flow owner EMAIL.";
  return new Fault("account/not-of-owner", detail);
}

interface ClosedAccount {
  readonly id: string;
  /** False reopens it. */
  readonly isClosed: boolean;
  /** True if its running calls may end by themselves. */
  readonly callsGoOn: boolean;
  /** Second audit log with the entry. */
  readonly owner: string;
}

/** Refuses logins and new sessions in its name; or reopens it. Throws the reason of a refusal. */
export async function closeAccount(
  accounts: AccountStore,
  { id, isClosed, callsGoOn, owner }: ClosedAccount,
  doing: ChangeAuthor,
): Promise<void> {
  const action = isClosed ? "account.closed" : "account.reopened";
  const acts = [id, owner].map((accountId) => ({ accountId, action, target: id }) as const);
  if (await accounts.close({ id, at: isClosed ? doing.at : null, callsGoOn }, entriesOf(doing, ...acts)))
    return;
  if ((await accounts.byId(id)) === undefined) throw accountNotFound();
  throw ofOwner();
}

export function accountNotFound(): Fault {
  return new Fault("account/not-found", "There is no such account: GET /v1/people lists them.");
}

/** Revokes every access token of the account, on every node. */
export async function endLogins(accounts: AccountStore, id: string, doing: ChangeAuthor): Promise<void> {
  await accounts.endLogins({ id }, entriesOf(doing, { accountId: id, action: "logins.ended", target: id }));
}

/** Makes it the owner of the server, and the former owner a member. False if there is no such account. */
export function nameOwner(accounts: AccountStore, id: string, doing: ChangeAuthor): Promise<boolean> {
  const acts = [id, undefined].map(
    (accountId) => ({ accountId, action: "owner.named", target: id }) as const,
  );
  return accounts.setOwner(id, entriesOf(doing, ...acts));
}

/** Finds an account by id or email, for operators. */
export function findAccount(accounts: AccountStore, idOrEmail: string): Promise<StoredAccount | undefined> {
  return idOrEmail.includes("@") ? accountOfEmail(accounts, idOrEmail) : accounts.byId(idOrEmail);
}

/** Earlier versions stored an email as written, only in lower case: that spelling still finds it. */
export async function accountOfEmail(
  accounts: AccountStore,
  email: string,
): Promise<StoredAccount | undefined> {
  const normal = normalEmail(email);
  for (const spelling of new Set([email.trim().toLowerCase(), normal, withUnicodeDomain(normal)])) {
    const storedAccount = await accounts.byEmail(spelling);
    if (storedAccount !== undefined) return storedAccount;
  }
  return undefined;
}

/**
 * A person has one account in all spellings of an email: full-width letters are plain ones, `b.example.` is
 * `b.example`, and a domain has its network form, so that `exämple.com` is `xn--exmple-cua.com`.
 */
export function normalEmail(email: string): string {
  const folded = email.normalize("NFKC").toLowerCase().normalize("NFKC");
  // A small `İ` is an `i` with a dot above it, which looks like any other.
  const plain = folded.replaceAll("i\u0307", "i").replaceAll("\u3002", ".").trim().replace(/\.$/, "");
  return withDomain(plain, domainToASCII);
}

/** Stored form from before domains had their network form. */
const withUnicodeDomain = (email: string): string => withDomain(email, domainToUnicode);

function withDomain(email: string, write: (domain: string) => string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  // Plain letters have one spelling; an invalid domain is unchanged and refused later.
  return isAscii.test(domain) && !domain.includes("xn--")
    ? email
    : email.slice(0, at) + (write(domain) || domain);
}

const isAscii = /^\p{ASCII}*$/u;

/** Invisible characters would make a second account that looks like the first. */
const sign = String.raw`[^\s@\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
const emailShape = new RegExp(`^${sign}+@(?!\\.)(?:(?!\\.\\.|\\.$)${sign})+$`, "u");

/** One `@` with text on both sides; only a message sent there could show more. */
function isEmail(email: string): boolean {
  return email.length <= emailCharsMax && email.isWellFormed() && emailShape.test(email);
}

export function accountClosed(): Fault {
  return new Fault("account/closed", "This account was closed: ask the owner of this server.");
}

function wrong(): Fault {
  return new Fault("auth/invalid-credentials", "The email or the password is wrong: check both.", {
    challenge: 'Bearer realm="voice-flow"',
  });
}

function taken(): Fault {
  return new Fault("account/email-taken", "An account with this email exists: log in instead.");
}
