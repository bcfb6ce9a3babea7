// Outbound allow list: hosts, addresses and networks that the operator permits although they are not public, each at
// one port or all.

import { type Address, isWithin, type Network, parseAddress, parseNetwork } from "../ip-address.ts";

export interface AllowRule {
  readonly host: string | Network;
  /** Absent: every port. */
  readonly port: number | undefined;
}

/**
 * `crm.internal`, `crm.internal:8080`, `10.0.0.0/8`, `127.0.0.1:8080`, `fd00::/8`, `[fd00::7]:443`. Throws like a
 * setting.
 */
export function allowed(text: string): AllowRule {
  const whole = parseNetwork(text);
  if (whole !== undefined) return { host: whole, port: undefined };
  const [, bracketed, plain, portText] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = portText === undefined ? undefined : Number(portText);
  const host = hostOf(bracketed, plain);
  if (host !== undefined && (port === undefined || (port > 0 && port < 65_536))) return { host, port };
  throw new Error(
    `must list hosts, addresses or networks such as crm.internal, 10.0.0.0/8 or 127.0.0.1:8080, not "${text}"`,
  );
}

function hostOf(bracketed: string | undefined, plain: string | undefined): string | Network | undefined {
  if (plain === undefined) return parseNetwork(bracketed ?? "");
  const network = parseNetwork(plain);
  if (network !== undefined) return network;
  // Spelled like a URL's host, so that both compare equal.
  return /^[\w.-]*[a-z_-][\w.-]*$/i.test(plain) ? hostName(plain) : undefined;
}

/** In lower case, without the final dot of a full name. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}

/** Exceptions of the operator: a host by name or address, without brackets, and a port. */
export function operatorAllows(rules: readonly AllowRule[]): (host: string, port: number) => boolean {
  return (host, port) => {
    const address = parseAddress(host);
    return allowsHost(rules, host, port) || (address !== undefined && allowsAddress(rules, address, port));
  };
}

export function allowsHost(rules: readonly AllowRule[], host: string, port: number): boolean {
  return rules.some((rule) => rule.host === hostName(host) && (rule.port ?? port) === port);
}

export function allowsAddress(rules: readonly AllowRule[], address: Address, port: number): boolean {
  return rules.some(
    (rule) => typeof rule.host !== "string" && isWithin(address, rule.host) && (rule.port ?? port) === port,
  );
}
