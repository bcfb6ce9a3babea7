// One-time links: each has a token of which only a hash is stored, valid once and for a limited time. The token is in
// the fragment of an address, which no browser sends and no proxy logs.

import type { LinkEntry } from "../../db/port/access-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { LinkPurpose } from "../../db/port/stored-rows.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { type ChangeAuthor, entriesOf } from "./audit-trail.ts";
import { hashOf, randomText } from "./random-secret.ts";

/** The link is used at the first start; every other start prints another one. */
export const ownerLinkMinutes = 60;
/** Time for an invited person to react. */
export const invitationDays = 7;
export const invitationDaysMax = 30;
/** Link for a person who waits for it. */
export const passwordLinkMinutes = 60;
/** People read a mailbox later. */
export const emailLinkHours = 24;

const chars = 43;
/** Listed invitations. */
const listedMax = 100;

interface WantedLink {
  readonly purpose: LinkPurpose;
  /** Recipient of an invitation; for others, its first word says how they reach their reader unless handed over. */
  readonly label: string;
  readonly at: number;
  readonly minutes: number;
  /** Account whose password it sets or whose email it confirms. */
  readonly accountId?: string;
}

export interface MadeLink {
  readonly id: string;
  readonly token: string;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type Links = Pick<Store, "access">;

export interface LinkAuthor {
  readonly doing?: ChangeAuthor;
  /** Owner of the audit log. */
  readonly owner?: string | undefined;
}

/** Makes a link; only the result contains the token. */
export async function makeLink(
  { access }: Links,
  { purpose, label, at, minutes, accountId }: WantedLink,
  { doing, owner }: LinkAuthor = {},
): Promise<MadeLink> {
  const token = randomText(chars);
  const id = newId("link", at);
  const made = { id, label, createdAt: at, expiresAt: at + minutes * 60_000 };
  const stored = { ...made, hash: hashOf(token), purpose, accountId: accountId ?? null };
  await access.addLink(stored, entriesOf(doing, ...madeActs(stored, owner)));
  return { ...made, token };
}

/** A password link is also in the log of the account that it opens. */
function madeActs(
  { id, purpose, accountId, label }: Pick<LinkEntry, "id" | "purpose" | "accountId" | "label">,
  owner: string | undefined,
) {
  if (purpose === "signup") return [{ accountId: owner, action: "invitation.made", target: id }] as const;
  if (accountId === null) return [];
  const [kind = ""] = label.split(" ", 1);
  const details = kind === "" ? {} : { kind };
  if (purpose === "email")
    return [{ accountId, action: "email-link.made", target: accountId, details }] as const;
  const act = { action: "password-link.made", target: accountId, details } as const;
  return [
    { ...act, accountId },
    { ...act, accountId: owner },
  ];
}

/** Newest invitations, newest first. */
export function listInvitations({ access }: Links): Promise<readonly LinkEntry[]> {
  return access.links("signup", listedMax);
}

/** Throws `invitation/not-found` for an unusable one. */
export async function revokeInvitation(
  { access }: Links,
  id: string,
  { owner, ...doing }: ChangeAuthor & { readonly owner?: string | undefined },
): Promise<void> {
  const entries = entriesOf(doing, { accountId: owner, action: "invitation.revoked", target: id });
  if (await access.revokeLink({ id, purpose: "signup", at: doing.at }, entries)) return;
  const detail = "There is no such invitation, or it was used, was revoked or has expired.";
  throw new Fault("invitation/not-found", detail);
}

/** Page on which a link creates an account or sets a password. */
export function linkAddress(
  origin: string,
  token: string,
  way: "join" | "reset" | "confirm" = "join",
): string {
  return `${origin}/console#/${way}?link=${token}`;
}

export function linkVoid(): Fault {
  return new Fault(
    "account/link-void",
    "The link was used, was revoked or has expired: ask its sender for a new one.",
  );
}
