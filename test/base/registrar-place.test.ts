// Registrar place: the address of a PBX, as people write it.

import { expect, test } from "bun:test";
import { registrarAt } from "../../src/base/registrar-place.ts";

test.each([
  ["fritz.box", "fritz.box", 5_060, "udp", true],
  ["sip:pbx.example:5080", "pbx.example", 5_080, "udp", false],
  ["pbx.example;transport=tcp", "pbx.example", 5_060, "tcp", true],
  ["SIP:10.0.0.1:5060;transport=TCP", "10.0.0.1", 5_060, "tcp", false],
  ["10.0.0.1;transport=udp", "10.0.0.1", 5_060, "udp", false],
] as const)(
  "registrar place: %s is %s at port %i by %s, with a DNS lookup: %p",
  (text, host, port, transport, searches) => {
    expect(registrarAt(text)).toEqual({ host, port, transport, ...(searches && { searches }) });
  },
);

test.each(["", "pbx.example:0", "pbx.example;transport=tls", "a b", "pbx.example;transport=tcp;x=1"])(
  "registrar place: %p is invalid",
  (text) => {
    expect(() => registrarAt(text)).toThrow();
  },
);

test("registrar place: a telephone number is rejected with examples of a registrar", () => {
  expect(() => registrarAt("+49 30 1234567")).toThrow(
    'must be a host and a port such as fritz.box or pbx.example:5060;transport=tcp, not "+49 30 1234567"',
  );
});
