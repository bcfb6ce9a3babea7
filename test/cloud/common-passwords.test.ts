// Common passwords: the list has popular words and their extensions, and no random ones.

import { expect, test } from "bun:test";
import type { Fault } from "../../src/base/fault.ts";
import { refuseCommonPassword } from "../../src/cloud/common-passwords.ts";
import { leastCpuMs } from "../support/fuzz/cpu-time.ts";

const refused = (password: string, email = "ada.lovelace@example.com"): string | undefined => {
  try {
    refuseCommonPassword(password, email, "/password");
    return undefined;
  } catch (error) {
    return (error as Fault).code;
  }
};

test.each([
  "password",
  "Password1!",
  "P@ssw0rd2024",
  "Passwort123",
  "12345678",
  "1234567890",
  "87654321",
  "qwertyuiop",
  "1qaz2wsx",
  "        ",
  "\0\0\0\0\0\0\0\0",
  "abcabcabcabc",
  "testtest",
  "Summer2026",
  "dragondragon",
  "hunter2026!!",
  "ada.lovelace",
  "Ada.Lovelace99",
  "ada.lovelace@example.com",
])("common passwords: %j is listed", (password) => {
  expect(refused(password)).toBe("request/invalid");
});

test.each([
  "correct horse battery",
  "staple tomorrow orbit",
  "v9Q2xLm7",
  "73918264",
  "my dragon sleeps",
  "ü".repeat(4) + "aßx%",
  "密码学入门手册一二",
])("common passwords: %j is not listed", (password) => {
  expect(refused(password)).toBeUndefined();
});

test("common passwords: the longest accepted password is checked at once", () => {
  const lookAtAll = () => {
    for (const unit of ["a", "ab", "abcd", "aB3$"]) refused(`${unit.repeat(64)}x`, "a@b.c");
  };
  expect(leastCpuMs(100, lookAtAll)).toBeLessThan(100);
});
