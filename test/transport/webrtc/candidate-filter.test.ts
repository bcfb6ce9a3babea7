// Candidate filter: which of a caller's addresses are worth a try: never one that the caller could not reach itself,
// and never a port of ours.

import { describe, expect, test } from "bun:test";
import { parseAddress } from "../../../src/base/ip-address.ts";
import { isCandidate, worthTrying } from "../../../src/transport/webrtc/candidate-filter.ts";

const own = ["198.51.100.9", "10.0.0.9", "fd00::9"].flatMap((text) => parseAddress(text) ?? []);

/** A line as in an offer; `more` comes after the type. */
const line = (host: string, { port = 50_000, protocol = "udp", component = 1, more = "" } = {}): string =>
  `candidate:1 ${component} ${protocol} 2122260223 ${host} ${port} typ host ${more}`;

const tried = (from: string | undefined, host: string, tcp = false): boolean =>
  worthTrying(line(host), { from, own, tcp }) !== undefined;

const targets = [
  ["this machine", ["127.0.0.1", "::1", "198.51.100.9", "10.0.0.9", "fd00::9"]],
  ["private networks", ["10.1.2.3", "172.16.0.1", "192.168.1.2", "100.64.0.1", "fd12::1", "fec0::1"]],
  ["the internet", ["8.8.8.8", "2a00:1450::1"]],
  [
    "nobody",
    [
      "0.0.0.0",
      "169.254.169.254",
      "168.63.129.16",
      "192.0.2.1",
      "224.0.0.1",
      "255.255.255.255",
      "::",
      "::ffff:127.0.0.1",
      "64:ff9b::7f00:1",
      "fe80::1",
      "ff02::1",
      "printer.local",
      "example.com",
      "127.1",
      "0177.0.0.1",
      "2130706433",
      "",
    ],
  ],
] as const;

const sources = [
  ["this machine", ["127.0.0.1", "::1", "198.51.100.9", "fd00::9", undefined], 3],
  ["a private network", ["192.168.7.7", "10.0.0.1", "fd44::1", "100.70.0.1"], 2],
  ["the same link", ["169.254.3.4", "fe80::7"], 2],
  ["the internet", ["8.8.4.4", "2a00:1450::2", "elsewhere", "192.0.2.7"], 1],
] as const;

describe("a caller from", () => {
  test.each(sources)("%s (%j) names only its own reachable addresses", (_, froms, reach) => {
    // Callers on this machine reach all three, those in its networks two, all others the internet.
    const allowed = new Set(["this machine", "private networks", "the internet"].slice(3 - reach));
    for (const from of froms) {
      for (const [place, hosts] of targets) {
        for (const host of hosts) {
          expect([from, host, tried(from, host)]).toEqual([from, host, allowed.has(place)]);
        }
      }
    }
  });
});

const tcp = (port: number, more: string): string => line("8.8.8.8", { port, protocol: "TCP", more });

test.each([
  ["passive", tcp(1_024, "tcptype passive"), true],
  ["active: it calls itself", tcp(9, "tcptype active"), false],
  ["active, with a port", tcp(5_000, "tcptype active"), false],
  ["both at once", tcp(5_000, "tcptype so"), false],
  ["without a word", tcp(5_000, ""), false],
  ["to a system's service", tcp(1_023, "tcptype passive"), false],
])("TCP %s is tried only where it is spoken: %s", (_, text, isTried) => {
  const found = worthTrying(text, { from: "8.8.4.4", own, tcp: true });
  expect(found !== undefined).toBe(isTried);
  expect(worthTrying(text, { from: "8.8.4.4", own, tcp: false })).toBeUndefined();
  if (isTried) expect(found).toEqual({ host: "8.8.8.8", port: 1_024, transport: "tcp" });
});

test.each([
  ["another component", line("8.8.8.8", { component: 2 })],
  ["another transport", line("8.8.8.8", { protocol: "sctp" })],
  ["port 0", line("8.8.8.8", { port: 0 })],
  ["a port beyond all", line("8.8.8.8", { port: 65_536 })],
  ["half a port", line("8.8.8.8", { port: 1.5 })],
  ["no candidate", "hello"],
  ["nothing", ""],
])("%s is not tried", (_, text) => {
  expect(worthTrying(text, { from: undefined, own, tcp: true })).toBeUndefined();
});

test("a candidate's fields behind its type do not matter", () => {
  const text = line("8.8.8.8", { port: 65_535, more: "raddr 10.0.0.1 rport 9 generation 0 ufrag x" });
  expect(worthTrying(text, { from: "8.8.4.4", own, tcp: false })).toEqual({
    host: "8.8.8.8",
    port: 65_535,
    transport: "udp",
  });
});

test.each([
  ["", true],
  [" ", true],
  [line("8.8.8.8"), true],
  [`a=${line("x.local")}`, true],
  ["candidate:nonsense", false],
  [`x${line("8.8.8.8")}`, false],
])("%j has the form of a candidate: %s", (text, is) => expect(isCandidate(text)).toBe(is));
