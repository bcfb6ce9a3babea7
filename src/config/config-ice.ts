// ICE settings: addresses and ports of WebRTC, and the relay for callers who cannot reach the server directly.

import { Secret } from "../base/secret.ts";
import {
  address,
  listOf,
  oneOf,
  optional,
  portRange,
  row,
  type Variable,
  type ValuesOf,
} from "../base/setting-reader.ts";
import type { RelaySettings } from "../providers/relay/open-relay.ts";

export interface IceConfig {
  readonly advertisedIp: string | undefined;
  readonly ports: readonly [first: number, last: number] | undefined;
  readonly tcp: boolean;
  readonly relay: RelaySettings;
  /** True if the server, too, reaches its callers through the relay. */
  readonly relayForServer: boolean;
}

const providers = ["none", "static", "coturn", "cloudflare", "twilio", "metered"] as const;

function iceUrl(text: string): string {
  if (/^(stun|turns?):[\w.:[\]-]+(\?transport=(udp|tcp))?$/.test(text)) return text;
  throw new Error(`must list addresses such as turn:turn.example.com:3478, not "${text}"`);
}

function baseUrl(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(text)) return text.replace(/\/+$/, "");
  throw new Error("must be a URL that begins with http:// or https://");
}

export const iceVariables = {
  ICE_ADVERTISED_IP: row("", {
    unit: "address",
    about: "Public IP address for WebRTC callers, if the server is behind NAT (cloud, container)",
    parse: optional(address),
  }),
  ICE_PORTS: row("", {
    unit: "first-last",
    about:
      "UDP ports of WebRTC calls, such as 40000-40999: one per call and IP address; unset: any free port",
    parse: optional(portRange),
  }),
  ICE_TCP: row("off", {
    unit: "on, off",
    about: "on: also offer WebRTC over TCP, for networks that block UDP",
    parse: oneOf(["on", "off"]),
  }),
  TURN_PROVIDER: row("none", {
    unit: providers.join(", "),
    about: "Relay for callers without a direct path; GET /ice-servers returns its credentials",
    parse: oneOf(providers),
  }),
  TURN_URLS: row("", {
    unit: "addresses",
    about:
      "Address of the relay for static and coturn, such as turn:turn.example.com:3478; stun: addresses are allowed, too",
    parse: listOf(iceUrl),
  }),
  TURN_ID: row("", {
    unit: "name",
    about: "static: the user name; cloudflare: the key id; twilio: the account SID; metered: the app's name",
    parse: optional(String),
  }),
  TURN_SECRET: row("", {
    unit: "secret",
    about: "static: the password; coturn: static-auth-secret; the others: the API's token or secret key",
    parse: optional((text) => new Secret(text)),
  }),
  TURN_API_URL: row("", {
    unit: "URL",
    about: "URL of the API of cloudflare, twilio or metered, if not the vendor's",
    parse: optional(baseUrl),
  }),
  TURN_FOR_SERVER: row("off", {
    unit: "on, off",
    about: "on: the server also uses the relay, if callers cannot reach it directly",
    parse: oneOf(["on", "off"]),
  }),
} satisfies Record<string, Variable<unknown>>;

export type IceValues = ValuesOf<typeof iceVariables>;

export function iceConfig(values: IceValues): IceConfig {
  return {
    advertisedIp: values.ICE_ADVERTISED_IP,
    ports: values.ICE_PORTS,
    tcp: values.ICE_TCP === "on",
    relay: relayConfig(values),
    relayForServer: values.TURN_FOR_SERVER === "on",
  };
}

/** `iceContradictions` has reported missing values. */
function relayConfig(values: IceValues): RelaySettings {
  const { TURN_PROVIDER: provider, TURN_URLS: urls, TURN_ID: id = "", TURN_SECRET: secret } = values;
  if (provider === "none" || secret === undefined) return { provider: "none" };
  if (provider === "coturn") return { provider, urls, secret };
  if (provider === "static") return { provider, urls, username: id, secret };
  return { provider, id, secret, baseUrl: values.TURN_API_URL };
}

/** `given` looks at the set text, not at the parsed value, so that one mistake is reported once. */
export function iceContradictions(
  given: (name: keyof typeof iceVariables) => boolean,
  provider: string | undefined,
): string[] {
  const problems: string[] = [];
  const needs = (name: keyof typeof iceVariables, what: string): void => {
    if (!given(name)) problems.push(`TURN_PROVIDER=${provider} needs ${name}: ${what}.`);
  };
  if (provider === "static" || provider === "coturn") needs("TURN_URLS", "where the relay is");
  if (provider === "static") needs("TURN_ID", "its user name");
  if (provider === "cloudflare") needs("TURN_ID", "the id of the key");
  if (provider === "twilio") needs("TURN_ID", "the account SID");
  if (provider === "metered") needs("TURN_ID", "the app's name");
  if (provider !== undefined && provider !== "none" && providers.some((name) => name === provider)) {
    needs("TURN_SECRET", "clients need it to get credentials");
  } else if (given("TURN_SECRET") || given("TURN_URLS")) {
    problems.push(
      "TURN_URLS or TURN_SECRET is set without TURN_PROVIDER: set TURN_PROVIDER, or remove them.",
    );
  }
  return problems;
}
