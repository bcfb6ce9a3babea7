// Seals of phone numbers: a call's numbers are sealed for its row, open there alone, and are lost with their key.

import { expect, test } from "bun:test";
import { openParties, sealParties } from "../../src/cloud/phone/phone-seal.ts";
import { Vault } from "../../src/cloud/vault.ts";

const vault = new Vault(new Uint8Array(32).fill(7));
const parties = { from: "+4930901820", to: "620" } as const;

test("numbers open in the row for which they were sealed, and are unreadable otherwise", () => {
  const sealed = sealParties(vault, "ses_1", parties);
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("901820");
  expect(openParties(vault, "ses_1", sealed)).toEqual(parties);
  expect(openParties(vault, "ses_2", sealed)).toEqual({});
  expect(openParties(new Vault(new Uint8Array(32)), "ses_1", sealed)).toEqual({});
  expect(openParties(vault, "ses_1", "nonsense")).toEqual({});
});

test("a withheld number is stored nowhere", () => {
  const sealed = sealParties(vault, "ses_1", { from: undefined, to: "620" });
  expect(openParties(vault, "ses_1", sealed)).toEqual({ to: "620" });
});
