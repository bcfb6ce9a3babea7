// Setting readers: turn the text of one setting into its value. They throw an Error whose message completes "NAME
// ...".

import { didYouMean } from "./closest-word.ts";
import { Secret } from "./secret.ts";

export interface Variable<T> {
  /** Default as in the environment; "" means unset. */
  readonly default: string;
  readonly unit: string;
  readonly about: string;
  /** Throws an Error whose message completes "NAME ...". */
  readonly parse: (text: string) => T;
}

/** Values of a table of settings, by name. */
export type ValuesOf<Rows extends Readonly<Record<string, Variable<unknown>>>> = {
  readonly [N in keyof Rows]: ReturnType<Rows[N]["parse"]>;
};

/** A row of the table of settings. */
export function row<T>(fallback: string, rest: Omit<Variable<T>, "default">): Variable<T> {
  return { default: fallback, ...rest };
}

export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}, not "${text}"`);
  };
}

export function oneOf<const T extends string>(allowed: readonly T[]): (text: string) => T {
  return (text) => {
    const match = allowed.find((value) => value === text.toLowerCase());
    if (match !== undefined) return match;
    throw new Error(`must be one of ${allowed.join(", ")}, not "${text}"`);
  };
}

export function optional<T>(parse: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === "" ? undefined : parse(text));
}

export function listOf<T>(parse: (text: string) => T): (text: string) => readonly T[] {
  return (text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "")
      .map(parse);
}

export function host(text: string): string {
  const [, name, port] = /^([\w.-]+):(\d+)$/.exec(text) ?? [];
  if (name !== undefined)
    throw new Error(`must be an address alone, such as ${name}: the port is PORT=${port}`);
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new Error(`must be an address or a host name such as 127.0.0.1 or 0.0.0.0, not "${text}"`);
}

/** Absolute path: an unexpanded shell text would become the name of a folder. */
export function folder(text: string): string {
  if (!/^~|\$/.test(text)) return text;
  throw new Error(
    `must be written out, not "${text}": a shell replaces ~ and $NAME only where they are not quoted`,
  );
}

/** An IPv6 address is in brackets, as in a URL. */
export function hostAndPort(
  text: string,
  examples = "127.0.0.1:9464 or [::1]:9464",
): { readonly host: string; readonly port: number } {
  const [, six, name, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const hostName = six ?? name;
  if (hostName !== undefined && Number(port) <= 65_535) return { host: hostName, port: Number(port) };
  throw new Error(`must be a host and a port such as ${examples}, not "${text}"`);
}

/** True if reached from this machine alone: an address, or a host name as in URLs and `Host` (RFC 6761, 6.3). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, "");
  return /^(?:(?:.*\.)?localhost|::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(name);
}

export function address(text: string): string {
  if (/^(\d{1,3}(\.\d{1,3}){3}|[\da-f]*:[\da-f:.]*)$/i.test(text)) return text.toLowerCase();
  throw new Error(`must list IP addresses such as 10.0.0.7, not "${text}"`);
}

export function portRange(text: string): readonly [first: number, last: number] {
  const [first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).slice(1).map(Number);
  if (first !== undefined && last !== undefined && first >= 1_024 && last >= first && last <= 65_535) {
    return [first, last];
  }
  throw new Error(`must be two ports from 1024 on such as 40000-40999, not "${text}"`);
}

export function origin(text: string): URL {
  const url = httpUrl(text);
  if (!isHostName(url.hostname))
    throw new Error("must name its host in full, such as https://shop.example: no wildcard matches a page");
  if (url.pathname === "/" && url.search === "" && url.hash === "") return url;
  throw new Error(`must be scheme, host and port alone, such as ${url.origin}`);
}

/** True for a possible host of a page: `URL` accepts wildcards and other signs, which match nothing. */
export function isHostName(hostname: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[\w.-]+)$/.test(hostname);
}

export function endpoint(text: string): string {
  const url = httpUrl(text);
  if (url.search !== "" || url.hash !== "") throw new Error("must not have a query or a fragment");
  const [method] = /\/(?:chat\/completions|completions|messages|responses)\/?$/.exec(url.pathname) ?? [];
  if (method !== undefined) throw new Error(`must end before ${method}, such as at /v1: calls add the rest`);
  return url.href.replace(/\/+$/, "");
}

/** Never repeats the value: people put passwords in URLs. */
function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null && /^https?:\/\//i.test(text))
    throw new Error(
      "must be a URL such as https://voice.example or https://voice.example:8443, with no space",
    );
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error("must be a URL that begins with http:// or https://");
  if (url.username !== "" || url.password !== "") throw new Error("must not hold a user name or a password");
  return url;
}

/** Never repeats the value. */
export function hexKey(text: string): Secret {
  if (/^[0-9a-f]{64}$/i.test(text)) return new Secret(text.toLowerCase());
  throw new Error('must be 64 hexadecimal digits, such as "openssl rand -hex 32" prints');
}

/** The environment also holds others' variables: only names with this many equal first letters are compared. */
const sameBeginning = 3;
/** Other programs put their own name before each variable. */
const ownPrefix = /^(?:VOICE_?FLOW|VF)_/;

/** Sentences about given variables that probably mean one of `names`. */
export function misspelt(all: readonly string[], names: readonly string[]): string[] {
  return all.flatMap((given) => {
    if (names.includes(given)) return [];
    const bare = given.toUpperCase().replace(ownPrefix, "");
    const meant = names.includes(bare) ? `did you mean '${bare}'?` : nearest(given, names);
    return meant === undefined ? [] : [`${given} is not a setting: ${meant}`];
  });
}

/** Sentences about quoted values: files of variables that no shell reads keep the quotes. */
export function quoted(
  given: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] {
  return names
    .filter((name) => /^(["']).*\1$/s.test(given[name]?.trim() ?? ""))
    .map((name) => `${name} has quotes around its value. Remove the quotes.`);
}

function nearest(given: string, names: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9_]{4,}$/.test(given)) return undefined;
  const alike = names.filter((name) => name.startsWith(given.slice(0, sameBeginning)));
  return didYouMean(given, alike);
}
