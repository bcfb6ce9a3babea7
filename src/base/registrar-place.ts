// Registrar place: host, port and transport of a PBX, as people write them.

import { hostAndPort } from "./setting-reader.ts";

export interface RegistrarPlace {
  readonly host: string;
  readonly port: number;
  readonly transport: "udp" | "tcp";
}

const sipPort = 5_060;

/** `fritz.box`, `pbx.example:5060;transport=tcp`, `sip:fritz.box`. Throws an Error that says what it must be. */
export function registrarAt(text: string): RegistrarPlace {
  const [, place = "", written = "udp"] = /^(?:sip:)?([^;]*)(?:;transport=(udp|tcp))?$/i.exec(text) ?? [];
  const transport = written.toLowerCase() === "tcp" ? "tcp" : "udp";
  const { host, port } = /^[\w.-]+$/.test(place) ? { host: place, port: sipPort } : hostAndPort(place);
  if (port === 0) throw new Error(`must have a port from 1 on, not "${text}"`);
  return { host, port, transport };
}
