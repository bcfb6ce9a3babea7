// Made invitation: a one-time link with which a person creates an account, refused if its reader could not.

import { Fault } from "../base/fault.ts";
import type { SignupPolicy } from "./accounts.ts";
import { type LinkAuthor, type Links, type MadeLink, makeLink } from "./one-time-links.ts";

interface WantedInvitation {
  readonly label: string;
  readonly days: number;
  readonly at: number;
  /** Sign-up policy. */
  readonly signup: SignupPolicy;
}

/** Rejects with `account/signup-closed` if its reader could not create an account. */
export async function makeInvitation(
  links: Links,
  { label, days, at, signup }: WantedInvitation,
  author: LinkAuthor,
): Promise<MadeLink> {
  if (signup === "closed")
    throw new Fault(
      "account/signup-closed",
      "Invitations do not work with SIGNUP=closed: set SIGNUP=invite and restart the server, or create the account with `voice-flow account EMAIL`.",
    );
  return await makeLink(links, { purpose: "signup", label, at, minutes: days * 24 * 60 }, author);
}
