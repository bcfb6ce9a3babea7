// Configuration of the telephone: this program's extension at a PBX.

import { Secret } from "../base/secret.ts";
import {
  hostAndPort,
  listOf,
  optional,
  portRange,
  row,
  type ValuesOf,
  whole,
} from "../base/setting-reader.ts";
import { dialPrefix } from "../base/words/dial-prefix.ts";
import { registrarAt, type RegistrarPlace } from "../base/registrar-place.ts";

export interface PhoneConfig {
  readonly registrar: RegistrarPlace;
  readonly user: string;
  /** Name that belongs to the password. */
  readonly loginName: string;
  readonly password: Secret;
  /** Undefined: the assistant answers. */
  readonly flow: string | undefined;
  /** Email of the account that owns the flow and pays; undefined: none. */
  readonly account: string | undefined;
  /** Port of SIP; 0: any free one. */
  readonly port: number;
  readonly rtpPorts: readonly [first: number, last: number] | undefined;
  /** Prefixes of the numbers to which a call of this server may be transferred. */
  readonly dials: readonly string[];
}

export const phoneVariables = {
  PHONE_REGISTRAR: row("", {
    unit: "host",
    about:
      "PBX to register at as a phone, such as fritz.box or pbx.example:5060;transport=tcp; " +
      "default transport: UDP",
    parse: optional(registrarAt),
  }),
  PHONE_USER: row("", {
    unit: "name",
    about: "Extension at the PBX, such as 620",
    parse: optional(userName),
  }),
  PHONE_LOGIN: row("", {
    unit: "name",
    about: "Login name for PHONE_PASSWORD; unset: PHONE_USER",
    parse: optional(String),
  }),
  PHONE_PASSWORD: row("", {
    unit: "secret",
    about: "Password of the extension",
    parse: optional((text) => new Secret(text)),
  }),
  PHONE_FLOW: row("", {
    unit: "name or id",
    about: "Flow that answers: a built-in one, or one of PHONE_ACCOUNT; unset: the assistant",
    parse: optional(String),
  }),
  PHONE_ACCOUNT: row("", {
    unit: "email",
    about: "Account of the phone's calls; unset: none",
    parse: optional((text) => text.toLowerCase()),
  }),
  PHONE_PORT: row("0", {
    unit: "port",
    about: "UDP port of SIP; 0: any free port",
    parse: whole(0, 65_535),
  }),
  PHONE_DIALS: row("", {
    unit: "list",
    about:
      "Prefixes of numbers that the server may dial for transfers, such as +49,0,**6; unset: none, " +
      "so only the PBX transfers calls",
    parse: (text) => (text === "" ? [] : listOf(prefix)(text)),
  }),
  AUDIOSOCKET_LISTEN: row("", {
    unit: "host:port",
    about: "Address for calls from Asterisk's AudioSocket, such as 127.0.0.1:9092; unset: off",
    parse: optional(hostAndPort),
  }),
  PHONE_RTP_PORTS: row("", {
    unit: "first-last",
    about: "UDP ports for audio, two per call, such as 20000-20999; unset: any free port",
    parse: optional(portRange),
  }),
};

export type PhoneValues = ValuesOf<typeof phoneVariables>;

/** Undefined: there is no telephone. Missing values are added to `problems`. */
export function phoneConfig(values: PhoneValues, problems: string[]): PhoneConfig | undefined {
  const { PHONE_REGISTRAR: place, PHONE_USER: user, PHONE_PASSWORD: password } = values;
  const given = { PHONE_REGISTRAR: place, PHONE_USER: user, PHONE_PASSWORD: password };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length === Object.keys(given).length) return undefined;
  if (place === undefined || user === undefined || password === undefined) {
    const names = missing.map(([name]) => name).join(" and ");
    problems.push(
      `${names} ${missing.length > 1 ? "are" : "is"} needed for a telephone: set PBX, extension and password.`,
    );
    return undefined;
  }
  return {
    registrar: place,
    user,
    loginName: values.PHONE_LOGIN ?? user,
    password,
    flow: values.PHONE_FLOW,
    account: values.PHONE_ACCOUNT,
    port: values.PHONE_PORT,
    rtpPorts: values.PHONE_RTP_PORTS,
    dials: values.PHONE_DIALS,
  };
}

function prefix(text: string): string {
  if (dialPrefix.test(text)) return text;
  throw new Error(`must be how numbers begin, such as +49, 0 or **6, not "${text}"`);
}

function userName(text: string): string {
  if (/^[\w.+*-]{1,64}$/.test(text)) return text;
  throw new Error(`must be an extension such as 620, without the domain of the PBX, not "${text}"`);
}
