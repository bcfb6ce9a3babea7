// Reached number: whether a caller may be put through there by a call of this side. It costs money as every call does, so
// the same list of beginnings holds.

import { numberToDial, whyNotDialled } from "../cloud/phone/allowed-numbers.ts";
import { readUri } from "../sip/header-values.ts";
import type { Extension } from "../sip/registration.ts";

/** For people; undefined: it may be called. An address elsewhere than at this PBX may not. */
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

/** A number is dialled at the PBX; an address stands for itself. */
export function referTo(address: string, domain: string): string {
  if (/^sips?:/i.test(address)) return address.replace(/[<>\s]/g, "");
  const number = address.replace(/^tel:/i, "").replace(/[^\d+*#A-Za-z._-]/g, "");
  return `sip:${number.replaceAll("#", "%23")}@${domain}`;
}
