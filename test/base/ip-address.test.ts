// IP addresses: the public ones, in every spelling.

import { expect, test } from "bun:test";
import { isWithin, parseAddress, parseNetwork, reachOf, whyNotPublic } from "../../src/base/ip-address.ts";
import { allowed, allowsAddress, allowsHost } from "../../src/base/outbound/outbound-allow.ts";

const refused: readonly (readonly [kind: string, addresses: readonly string[]])[] = [
  ["of this network", ["0.0.0.0", "0.255.255.255"]],
  ["private", ["10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "fc00::1"]],
  ["private", ["fd00:ec2::254", "fd20:ce::254", "fdff:ffff::", "fec0::1", "feff::1"]],
  ["of a carrier's inner network", ["100.64.0.1", "100.127.255.255", "100.100.100.200"]],
  ["this machine itself", ["127.0.0.1", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1"]],
  ["a cloud's own service", ["168.63.129.16"]],
  ["link-local, where clouds keep their metadata", ["169.254.169.254", "169.254.170.2", "169.254.0.1"]],
  ["kept for protocols", ["192.0.0.1", "192.0.0.192", "2001:10::1", "2001:20::1", "2001:1ff::1"]],
  ["for documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.255", "2001:db8::1", "3fff::1"]],
  ["a relay of IPv6", ["192.88.99.1"]],
  ["for benchmarks", ["198.18.0.1", "198.19.255.255", "2001:2::1"]],
  ["multicast", ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"]],
  ["reserved", ["240.0.0.1", "255.255.255.254"]],
  ["broadcast", ["255.255.255.255"]],
  ["unspecified", ["::", "0:0:0:0:0:0:0:0"]],
  ["link-local", ["fe80::1", "febf::1"]],
  ["for discarding", ["100::1"]],
  ["outside the public internet", ["4000::1", "100:0:0:1::1", "5f00::1", "1::1"]],
  ["IPv4 within IPv6", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::FFFF:8.8.8.8", "::127.0.0.1", "::7f00:1"]],
  ["IPv4 within IPv6", ["64:ff9b::10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1"]],
  ["IPv4 within IPv6", ["2002:7f00:1::", "2002:a00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"]],
];

test.each(refused.flatMap(([kind, addresses]) => addresses.map((address) => [address, kind] as const)))(
  "address: %s is not public: %s",
  (text, kind) => {
    const address = parseAddress(text);
    expect(address && whyNotPublic(address)).toBe(kind);
  },
);

const reachable = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:4860:4860::8888",
  "2001:200::1",
  "2606:4700::1111",
  "2a00:1450:4001:80b::200e",
  "3ffe::1",
];

test.each(reachable)("address: %s is public", (text) => {
  const address = parseAddress(text);
  expect(address !== undefined && whyNotPublic(address)).toBe(undefined);
});

const none = [
  "",
  "127.1",
  "2130706433",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "127.0.0.01",
  "256.0.0.1",
  "1.2.3.4.5",
  "1.2.3",
  " 1.2.3.4",
  "1.2.3.4\n",
  "１.2.3.4",
  "fe80::1%eth0",
  ":::",
  "1::2::3",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "12345::",
  "::1.2.3",
  "1.2.3.4::",
  "::1.2.3.4:5",
  "[::1]",
  "example.com",
];

test.each(none)("address: %j is invalid", (text) => {
  expect(parseAddress(text)).toBe(undefined);
});

test("address: a network contains its own addresses and no neighbours", () => {
  const holds = (network: string, address: string): boolean =>
    isWithin(parseAddress(address)!, parseNetwork(network)!);
  expect(holds("10.1.0.0/16", "10.1.255.255")).toBe(true);
  expect(holds("10.1.0.0/16", "10.2.0.0")).toBe(false);
  expect(holds("10.1.2.3", "10.1.2.3")).toBe(true);
  expect(holds("10.1.2.3", "10.1.2.4")).toBe(false);
  expect(holds("0.0.0.0/0", "8.8.8.8")).toBe(true);
  expect(holds("0.0.0.0/0", "::1")).toBe(false);
  expect(holds("fd00::/8", "fdab::1")).toBe(true);
  for (const text of ["10.0.0.0/33", "fd00::/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "x/8"])
    expect([text, parseNetwork(text)]).toEqual([text, undefined]);
});

test("allow: a rule covers hosts, addresses and networks, at one port or all", () => {
  const rules = [
    "CRM.internal.",
    "hooks.internal:8443",
    "10.0.0.0/8",
    "127.0.0.1:8080",
    "[fd00::7]:443",
    "fd01::/16",
  ];
  const read = rules.map(allowed);
  expect(allowsHost(read, "crm.internal", 1)).toBe(true);
  expect(allowsHost(read, "crm.internal.", 443)).toBe(true);
  expect(allowsHost(read, "x.crm.internal", 443)).toBe(false);
  expect([allowsHost(read, "hooks.internal", 8443), allowsHost(read, "hooks.internal", 443)]).toEqual([
    true,
    false,
  ]);
  const at = (text: string, port: number): boolean => allowsAddress(read, parseAddress(text)!, port);
  expect([at("10.9.9.9", 1), at("11.0.0.1", 1)]).toEqual([true, false]);
  expect([at("127.0.0.1", 8080), at("127.0.0.1", 80), at("127.0.0.2", 8080)]).toEqual([true, false, false]);
  expect([at("fd00::7", 443), at("fd00::7", 80), at("fd01::1", 80)]).toEqual([true, false, true]);
});

test.each(["", "a b", "http://x", "x:0", "x:65536", "10.0.0.0/33", "[::1", "[x]", "*", "1.2.3.4.5", "x:y"])(
  "allow: %j is refused with a sentence",
  (text) => {
    expect(() => allowed(text)).toThrow("must list hosts, addresses or networks");
  },
);

test.each([
  ["127.9.9.9", "here"],
  ["::1", "here"],
  ["10.0.0.1", "near"],
  ["fd00::1", "near"],
  ["100.64.0.1", "near"],
  ["169.254.169.254", "link"],
  ["fe80::1", "link"],
  ["8.8.8.8", "far"],
  ["2a00:1450::1", "far"],
  ["0.0.0.0", "nowhere"],
  ["168.63.129.16", "nowhere"],
  ["203.0.113.1", "nowhere"],
  ["::ffff:10.0.0.1", "nowhere"],
  ["4000::1", "nowhere"],
] as const)("address: %s is %s", (text, reach) => expect(reachOf(parseAddress(text)!)).toBe(reach));
