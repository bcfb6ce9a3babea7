// Reachable numbers: the targets to which a call of this side may transfer a caller.

import { expect, test } from "bun:test";
import { whyNotReached } from "../../src/phone/reached-number.ts";

const at = { domain: "pbx.example", user: "620" };

test.each<readonly [address: string, dials: readonly string[], why: string | undefined]>([
  ["tel:+49 30 901820", ["+49"], undefined],
  ["**611", ["**6"], undefined],
  ["sip:100@pbx.example", ["1"], undefined],
  ["tel:+4930901820", [], "This number makes no calls"],
  ["tel:+33140000000", ["+49"], "It may only call numbers that begin with +49"],
  ["tel:+49900123456", ["+49"], "are expensive"],
  ["sip:100@other.example", ["1"], "another PBX"],
  ["sip:pbx.example", ["1"], "no number"],
  ["tel:620", ["6"], "this extension itself"],
  ["reception", ["1"], "no number"],
])("transfer to %s is called with %p allowed: %p", (address, dials, why) => {
  const said = whyNotReached(address, { ...at, dials });
  if (why === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(why);
});
