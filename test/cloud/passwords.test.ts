// Passwords: hashed with argon2id, a few at a time, and compared in equal time for any email.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { Fault } from "../../src/base/fault.ts";
import { Passwords } from "../../src/cloud/passwords.ts";

test("passwords: they are stored as argon2id with 19 MiB, two passes and one lane", async () => {
  const hash = await new Passwords(19).hash("correct horse");
  expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
});

test("passwords: each matches itself and nothing else", async () => {
  const passwords = new Passwords(1);
  const hash = await passwords.hash("correct horse");
  expect(await passwords.matches("correct horse", hash)).toBe(true);
  expect(await passwords.matches("correct Horse", hash)).toBe(false);
  expect(await passwords.matches("correct horse", undefined)).toBe(false);
});

test("passwords: the accents of all keyboards are equal", async () => {
  const passwords = new Passwords(1);
  const hash = await passwords.hash("café au lait");
  expect(await passwords.matches("cafe\u0301 au lait", hash)).toBe(true);
});

test("passwords: two are hashed at a time, a hundred wait, the next is refused with a wait", async () => {
  const passwords = new Passwords(1);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 110 }, (_, i) => passwords.hash(`password ${i}`)),
  );
  const refused = outcomes.filter((each) => each.status === "rejected");
  expect(refused).toHaveLength(8);
  const fault = refused[0]?.reason as Fault;
  expect([fault.code, fault.status, Number(fault.options.retryAfterSeconds) > 0]).toEqual([
    "auth/busy",
    503,
    true,
  ]);
  // The places are free again.
  await passwords.hash("one more password");
});

test("passwords: an unknown account takes as long as a wrong password", async () => {
  const passwords = new Passwords(19);
  const hash = await passwords.hash("correct horse");
  await passwords.matches("warm up", undefined);
  const ms = async (against: string | undefined): Promise<number> => {
    const from = performance.now();
    await passwords.matches("wrong password", against);
    return performance.now() - from;
  };
  // Takes turns and keeps the minimum of many: other work of the machine only ever adds time.
  let [unknown, wrong] = [Infinity, Infinity];
  for (let i = 0; i < 9; i++) {
    unknown = Math.min(unknown, await ms(undefined));
    wrong = Math.min(wrong, await ms(hash));
  }
  expect(unknown / wrong).toBeWithin(0.4, 2.5);
}, 240_000);

test("passwords: hashing yields to the calls", async () => {
  await new Passwords(19).hash("correct horse");
  // A new thread has its name by now.
  await new Passwords(19).hash("correct horse");
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task") : [];
  const read = (thread: string, file: string): string =>
    readFileSync(`/proc/self/task/${thread}/${file}`, "utf8");
  const hashing = threads.filter((thread) => read(thread, "comm").startsWith("Bun Pool"));
  expect(hashing.length > 0).toBe(process.platform === "linux");
  // Niceness is the 19th field (proc_pid_stat(5)); names may hold spaces and stand in brackets.
  const niceness = hashing.map((thread) => Number(read(thread, "stat").replace(/.*\) /s, "").split(" ")[16]));
  expect(niceness.some((each) => each > getPriority())).toBe(process.platform === "linux");
  expect(getPriority()).toBeLessThan(10);
});
