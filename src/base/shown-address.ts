// Address masking: the part of a client's address that is written down. A network is enough to distinguish clients
// and to block an attack, and is no personal data like a household's address.

import { parseAddress } from "./ip-address.ts";

export const addressModes = ["full", "masked", "off"] as const;
export type AddressMode = (typeof addressModes)[number];

/** Loggable form of an address; undefined: nothing. */
export type ShowAddress = (address: string) => string | undefined;

/** Bits kept of an IPv4 address, and of an IPv6 address: the most that one customer gets. */
const keptBits = { 32: 24, 128: 48 } as const;

export function showAddress(mode: AddressMode): ShowAddress {
  if (mode === "full") return (address) => address;
  return mode === "off" ? () => undefined : networkOf;
}

/** For example `203.0.113.0/24` and `2001:db8:7::/48`. A text that is no address is logged unchanged. */
export function networkOf(text: string): string {
  const address = parseAddress(text);
  if (address === undefined) return text;
  const { bits, value } = address;
  const kept = keptBits[bits];
  const high = value >> BigInt(bits - kept);
  const groupBits = bits === 32 ? 8 : 16;
  const groups = Array.from({ length: kept / groupBits }, (_, i) => {
    const group = (high >> BigInt(kept - (i + 1) * groupBits)) & BigInt(2 ** groupBits - 1);
    return group.toString(bits === 32 ? 10 : 16);
  });
  return bits === 32 ? `${groups.join(".")}.0/${kept}` : `${groups.join(":")}::/${kept}`;
}
