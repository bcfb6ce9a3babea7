// Shown addresses: the logged form of a client's address.

import { expect, test } from "bun:test";
import { showAddress } from "../../src/base/shown-address.ts";

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["10.1.2.3", "10.1.2.0/24"],
  ["2001:db8:7:1::9", "2001:db8:7::/48"],
  ["::1", "0:0:0::/48"],
  ["local", "local"],
])("address: %s is shown as its network", (address, shown) => {
  expect(showAddress("masked")(address)).toBe(shown);
});

test("address: the operator may show the whole address or nothing", () => {
  expect(showAddress("full")("203.0.113.77")).toBe("203.0.113.77");
  expect(showAddress("off")("203.0.113.77")).toBeUndefined();
});
