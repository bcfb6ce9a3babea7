// Registrar place: host, port and transport of a PBX, as people write them.

import { isIPv4 } from "node:net";
import { hostAndPort } from "./setting-reader.ts";

export interface RegistrarPlace {
  readonly host: string;
  readonly port: number;
  readonly transport: "udp" | "tcp";
  /** Name without a port: its servers may be in the DNS (SRV, RFC 3263). */
  readonly searches?: true;
}

const sipPort = 5_060;
const examples = "fritz.box or pbx.example:5060;transport=tcp";

/** `fritz.box`, `pbx.example:5060;transport=tcp`, `sip:fritz.box`. Throws an Error with the expected form. */
export function registrarAt(text: string): RegistrarPlace {
  const [, place = "", written = "udp"] = /^(?:sip:)?([^;]*)(?:;transport=(udp|tcp))?$/i.exec(text) ?? [];
  const transport = written.toLowerCase() === "tcp" ? "tcp" : "udp";
  const isName = /^[\w.-]+$/.test(place);
  const { host, port } = isName ? { host: place, port: sipPort } : hostAndPort(place, examples);
  if (port === 0) throw new Error(`must have a port from 1 on, not "${text}"`);
  const searches = isName && !isIPv4(place);
  return { host, port, transport, ...(searches && { searches }) };
}
