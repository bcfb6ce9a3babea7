// One-time links: each has a token of which only a hash is kept, and is worth something once and for a while. A token
// stands in the fragment of an address, which no browser sends and no proxy logs.

import type { Store } from "../../db/port/store.ts";
import type { LinkPurpose } from "../../db/port/stored-rows.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { hashOf, randomText } from "./random-secret.ts";

/** Who reads the terminal at the first start uses it then; every other start prints another one. */
export const ownerLinkMinutes = 60;

const chars = 43;

interface WantedLink {
  readonly purpose: LinkPurpose;
  readonly label: string;
  readonly at: number;
  readonly minutes: number;
}

export interface MadeLink {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: number;
}

/** The token is in the answer and nowhere else. */
export async function makeLink(
  { access }: Pick<Store, "access">,
  { purpose, label, at, minutes }: WantedLink,
): Promise<MadeLink> {
  const token = randomText(chars);
  const made = { id: newId("link", at), expiresAt: at + minutes * 60_000 };
  await access.addLink({ ...made, hash: hashOf(token), purpose, accountId: null, label, createdAt: at });
  return { ...made, token };
}

/** Where somebody makes an account with it. */
export function signUpAddress(origin: string, { token }: Pick<MadeLink, "token">): string {
  return `${origin}/console#/join?link=${token}`;
}

export function linkVoid(): Fault {
  return new Fault(
    "account/link-void",
    "The link has been used, was revoked or is too old: ask whoever gave it to you for another one.",
  );
}
