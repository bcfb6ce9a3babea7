// Reached number: whether this side may call a number to transfer a caller. It costs money like each call, so the
// same prefixes apply.

import { numberToDial, whyNotDialled } from "../cloud/phone/allowed-numbers.ts";
import { readUri } from "../sip/header-values.ts";
import type { Extension } from "../sip/registration.ts";

/** Reason for people; undefined: it may be called. An address outside this PBX may not. */
export function whyNotReached(
  address: string,
  { domain, user, dials }: Pick<Extension, "domain" | "user"> & { readonly dials: readonly string[] },
): string | undefined {
  const uri = readUri(address);
  if (uri !== undefined && uri.host !== domain) return "It is an address of another PBX.";
  const number = numberToDial(uri === undefined ? address : (uri.user ?? ""));
  if (number === undefined) return "It is no number.";
  return number === user ? "It is this extension itself." : whyNotDialled(number, dials);
}

/** A number is dialled at the PBX; an address is used as it is. */
export function referTo(address: string, domain: string): string {
  if (/^sips?:/i.test(address)) return address.replace(/[<>\s]/g, "");
  const number = address.replace(/^tel:/i, "").replace(/[^\d+*#A-Za-z._-]/g, "");
  return `sip:${number.replaceAll("#", "%23")}@${domain}`;
}
