// Outbound guard against any text of a stranger and any answer of a name server: it never throws, and never connects to
// an address that is not public.

import { expect, test } from "bun:test";
import { parseAddress, whyNotPublic } from "../../src/base/ip-address.ts";
import { wallClock } from "../../src/base/clock.ts";
import { Outbound } from "../../src/base/outbound/outbound-request.ts";
import { type Random, random, seedOf } from "../support/random.ts";

const rounds = process.env.LONG === "1" ? 200_000 : 10_000;

function v4(dice: Random): number[] {
  const first = dice.pick([0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255, 8, 1, 93, dice.int(0, 255)]);
  const second = dice.pick([0, 64, 16, 168, 254, 18, 51, dice.int(0, 255)]);
  return [first, second, dice.int(0, 255), dice.int(0, 255)];
}

/** An IPv4 address in a disguised form. */
function disguised(dice: Random): string {
  const bytes = v4(dice);
  const number = bytes.reduce((value, byte) => value * 256 + byte, 0);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const byte = (value: number): string =>
    dice.pick([
      String(value),
      `0${value.toString(8)}`,
      `0x${value.toString(16)}`,
      `0x000${value.toString(16)}`,
    ]);
  const text = dice.pick([
    bytes.join("."),
    bytes.map(byte).join("."),
    `${byte(a)}.${byte(b)}.${c * 256 + d}`,
    `${byte(a)}.${b * 65_536 + c * 256 + d}`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    `${bytes.join(".")}.`,
    `[::ffff:${bytes.join(".")}]`,
    `[64:ff9b::${bytes.join(".")}]`,
    `[::${bytes.join(".")}]`,
    `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::1]`,
  ]);
  if (dice.chance(0.2)) return Array.from(text, (char) => `%${char.charCodeAt(0).toString(16)}`).join("");
  // Digits of other scripts, which browsers read as digits.
  if (dice.chance(0.2))
    return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return text;
}

function v6(dice: Random): string {
  const group = (): string => dice.pick(["0", "1", "ffff", dice.int(0, 65_535).toString(16)]);
  const head = dice.pick([
    "::",
    "fe80::",
    "fc00::",
    "fd12:",
    "ff02::",
    "2001:db8::",
    "2001:",
    "2a00:1450:",
    "3fff::",
  ]);
  return head.endsWith("::") ? `${head}${group()}` : `${head}${group()}::${group()}`;
}

function host(dice: Random): string {
  const name = (): string =>
    Array.from({ length: dice.int(1, 8) }, () =>
      dice.pick(Array.from("abz09-._%:@/\\?#[]\t\n\u00e9\u3002\u200d ")),
    ).join("");
  return dice.pick([
    () => disguised(dice),
    () => `[${v6(dice)}]`,
    () => "tool.test",
    () => "localhost",
    name,
  ])();
}

function url(dice: Random): string {
  const scheme = dice.pick([
    "https://",
    "https://",
    "https://",
    "http://",
    "HTTPS:\\\\",
    "https:",
    "https:///",
    "ftp://",
    "",
  ]);
  const user = dice.chance(0.1) ? dice.pick(["a@", "a:b@", "8.8.8.8@", "@"]) : "";
  const port = dice.chance(0.3) ? dice.pick([":443", ":80", ":0", ":65536", ":x", ":"]) : "";
  return `${scheme}${user}${host(dice)}${port}${dice.pick(["", "/", "/x?y=z", "//", "\\x"])}`;
}

function answer(dice: Random): string[] {
  const one = (): string =>
    dice.pick([() => v4(dice).join("."), () => v6(dice), () => "8.8.8.8", () => disguised(dice)])();
  return Array.from({ length: dice.int(0, 3) }, one);
}

test(`outbound: ${rounds} odd addresses connect to nothing but public ones`, async () => {
  const seed = seedOf(515);
  const dice = random(seed);
  const signal = new AbortController().signal;
  let connections = 0;
  for (let round = 0; round < rounds; round++) {
    const [asked, resolved] = [url(dice), answer(dice)];
    const outbound = new Outbound({
      clock: wallClock,
      allow: [],
      resolve: () => Promise.resolve(resolved),
      fetch: (target) => {
        connections += 1;
        const { hostname, protocol } = new URL(target);
        const address = parseAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
        if (address === undefined || whyNotPublic(address) !== undefined || protocol !== "https:")
          throw new Error(`connected to ${target}`);
        return Promise.resolve(new Response("{}"));
      },
    });
    const got = await outbound.send({
      owner: "a",
      url: asked,
      method: "GET",
      headers: [],
      timeoutMs: 5_000,
      signal,
    });
    const told = `SEED=${seed}, round ${round}: ${JSON.stringify([asked, resolved, got])}`;
    // A refused connection is reported as a network failure.
    const fine =
      got.kind === "ok" ||
      got.kind === "blocked" ||
      (got.kind === "network" && /resolved|no address/.test(got.detail));
    expect(fine, told).toBe(true);
  }
  expect(connections).toBeGreaterThan(rounds / 100);
}, 240_000);
