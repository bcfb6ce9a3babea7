// Header values: lists, addresses, parameters and URIs of SIP (RFC 3261, 25). Each is read in one pass, since the
// content is foreign.

export type Parameters = ReadonlyMap<string, string>;

/** `"Ada" <sip:ada@host>;tag=1`, or without the brackets. */
export interface Address {
  readonly name: string;
  readonly uri: string;
  readonly parameters: Parameters;
}

export interface SipUri {
  readonly scheme: "sip" | "sips";
  /** User without the password of old URIs. */
  readonly user: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: Parameters;
}

export interface Via {
  readonly transport: string;
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: Parameters;
}

/** Splits at `at` where no quotes, brackets or escapes are open. */
function splitOutside(text: string, at: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (isQuoted && sign === "\\") i++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "<") isBracketed = true;
    else if (sign === ">") isBracketed = false;
    else if (sign === at && !isBracketed) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
}

export function splitList(value: string): string[] {
  return splitOutside(value, ",").filter((part) => part !== "");
}

/** `a=1;b;c="x y"`; names in lower case, values unquoted. */
export function readParameters(parts: readonly string[]): Parameters {
  const parameters = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf("=");
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name !== "") parameters.set(name, equals < 0 ? "" : unquoted(part.slice(equals + 1).trim()));
  }
  return parameters;
}

function unquoted(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  return text.slice(1, -1).replace(/\\(.)/g, "$1");
}

export function readAddress(value: string): Address {
  const [first = "", ...rest] = splitOutside(value, ";");
  const open = first.lastIndexOf("<");
  const close = first.lastIndexOf(">");
  const isBracketed = open >= 0 && close > open;
  return {
    name: isBracketed ? unquoted(first.slice(0, open).trim()) : "",
    uri: isBracketed ? first.slice(open + 1, close) : first,
    parameters: readParameters(rest),
  };
}

/** Undefined for other schemes, such as tel. */
export function readUri(text: string): SipUri | undefined {
  const [withoutHeaders = ""] = text.split("?", 1);
  const [address = "", ...rest] = splitOutside(withoutHeaders, ";");
  const colon = address.indexOf(":");
  const scheme = address.slice(0, colon).toLowerCase();
  if (scheme !== "sip" && scheme !== "sips") return undefined;
  const at = address.lastIndexOf("@");
  const place = readPlace(address.slice(Math.max(at, colon) + 1));
  if (place === undefined) return undefined;
  const user = at < 0 ? undefined : address.slice(colon + 1, at).split(":")[0];
  return { scheme, user, ...place, parameters: readParameters(rest) };
}

export function readVia(value: string): Via | undefined {
  const [first = "", ...rest] = splitOutside(value, ";");
  const [protocol = "", sentBy = "", ...more] = first.split(/[ \t]+/);
  const [name, version, transport] = protocol.toUpperCase().split("/");
  const place = readPlace(sentBy);
  if (name !== "SIP" || version !== "2.0" || !transport || place === undefined || more.length > 0)
    return undefined;
  return { transport, ...place, parameters: readParameters(rest) };
}

/** Host and port: `pbx:5060`, `[::1]:5060`. */
function readPlace(text: string): { readonly host: string; readonly port: number | undefined } | undefined {
  const [, six, name, digits] =
    /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253}))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = six ?? name;
  const port = digits === undefined ? undefined : Number(digits);
  return host === undefined || (port ?? 0) > 65_535 ? undefined : { host, port };
}

/** Host in the form of a URI. */
export function writeHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
