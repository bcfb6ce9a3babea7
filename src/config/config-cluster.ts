// Configuration of a node: addresses for clients and for the other nodes, if it is one of many.

import { networkInterfaces } from "node:os";
import { optional, origin, row, type ValuesOf } from "../base/setting-reader.ts";

export interface NodeConfig {
  /** Address for the other nodes: scheme, host and port. */
  readonly address: string;
  /** Address for clients that leads to this node only; undefined: there is only the common address. */
  readonly publicUrl: string | undefined;
  /** Empty: not given. */
  readonly region: string;
}

export const clusterVariables = {
  NODE_URL: row("", {
    unit: "URL",
    about:
      "URL at which clients and other nodes reach only this node, such as https://n7.voice.example; unset: clients use PUBLIC_URL, which all nodes share",
    parse: optional(origin),
  }),
  NODE_ADDRESS: row("", {
    unit: "URL",
    about: "Internal URL for other nodes, such as http://10.0.0.7:3000; unset: NODE_URL, or HOST and PORT",
    parse: optional(origin),
  }),
  NODE_REGION: row("", {
    unit: "name",
    about: "Region of this node, such as eu-west. Sessions start in the region of their request",
    parse: region,
  }),
};

type Values = ValuesOf<typeof clusterVariables> & { readonly HOST: string; readonly PORT: number };

export function nodeConfig(values: Values): NodeConfig {
  const { NODE_URL: url, NODE_ADDRESS: address, NODE_REGION } = values;
  return {
    address: (address ?? url)?.origin ?? `http://${inUrl(reachable(values.HOST))}:${values.PORT}`,
    publicUrl: url?.origin,
    region: NODE_REGION,
  };
}

function region(text: string): string {
  if (/^[\w.-]{0,64}$/.test(text)) return text;
  throw new Error(`must be letters, digits, dots, dashes and underscores, 64 at most, not "${text}"`);
}

/** A server on all addresses is reached by the first one that is not loopback. */
function reachable(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host;
  const family = host === "::" ? "IPv6" : "IPv4";
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // A link-local address means nothing to another machine.
    .filter(({ internal, address }) => !internal && !/^(?:169\.254\.|fe80:)/i.test(address));
  const interfaceInfo =
    outer.find((one) => one.family === family) ?? outer.find((one) => one.family === "IPv4");
  return interfaceInfo?.address ?? "127.0.0.1";
}

function inUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
