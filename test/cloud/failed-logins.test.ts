// Failed logins: a flood is reported as one attack while it lasts, and in a few audit entries of the account.

import { expect, test } from "bun:test";
import type { AuditDraft } from "../../db/port/audit-store.ts";
import { openLog } from "../../src/base/log.ts";
import { FailedLogins, type LoginAttack } from "../../src/cloud/failed-logins.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import type { LogEvent } from "../support/servers/served.ts";

function open() {
  const clock = new VirtualClock();
  const lines: LogEvent[] = [];
  const entries: AuditDraft[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as LogEvent);
  const log = openLog({ level: "info", format: "json", clock, write });
  const append = (draft: AuditDraft): Promise<void> => Promise.resolve(void entries.push(draft));
  const attacks: LoginAttack[] = [];
  const attacked = (by: LoginAttack): void => void attacks.push(by);
  const logins = new FailedLogins({ clock, log, attacked, append });
  const failed = (from: string, name: string, accountId?: string): void =>
    logins.failed({ from, address: `${from}/24`, name, accountId, requestId: "r" });
  return { clock, lines, attacks, entries, logins, failed };
}

test("logins: ten failures from one address are reported as an attack at once, and their sum after a minute", async () => {
  const { clock, lines, attacks, failed } = open();
  for (let i = 0; i < 9; i++) failed("a", `name ${i}`);
  expect(lines).toEqual([]);
  await clock.advance(2_000);
  failed("a", "name 9");
  expect(lines).toMatchObject([
    { level: "warn", event: "login.attack", address: "a/24", tries: 10, accounts: 10, seconds: 2 },
  ]);
  for (let i = 0; i < 500; i++) failed("a", `name ${i}`);
  expect(lines).toHaveLength(1);
  await clock.advance(58_000);
  expect(lines.slice(1)).toMatchObject([{ event: "login.attack", addresses: 1, tries: 510, accounts: 500 }]);
  await clock.advance(600_000);
  expect(lines).toHaveLength(2);
  expect(attacks).toEqual(["address", "all"]);
  for (let i = 0; i < 20; i++) failed(`a${i % 2}`, `name ${i}`);
  expect(attacks.slice(2)).toEqual(["address"]);
});

test("logins: an attack on one account from many addresses names the account", async () => {
  const { clock, lines, attacks, failed } = open();
  for (let i = 0; i < 19; i++) failed(`address ${i % 5}`, "ann", "acc_1");
  expect(lines).toEqual([]);
  failed("address 0", "ann", "acc_1");
  failed("address 1", "ann", "acc_1");
  expect(lines).toMatchObject([{ level: "warn", event: "login.attack", account: "acc_1", tries: 20 }]);
  expect(lines[0]).not.toHaveProperty("address");
  await clock.advance(60_000);
  expect([lines.length, attacks]).toEqual([2, ["account", "all"]]);
  // Failures from one address, and failures at an email without an account: the report names only their addresses.
  for (let i = 0; i < 30; i++) failed("a", "ann", "acc_1");
  for (let i = 0; i < 18; i++) failed(`address ${i}`, "nobody");
  expect(attacks.slice(2)).toEqual(["address"]);
});

test("logins: an attack from many addresses, each below the limit, is detected too", async () => {
  const { lines, failed } = open();
  for (let i = 0; i < 50; i++) failed(`address ${i}`, "ann");
  expect(lines).toMatchObject([{ event: "login.attack", addresses: 50, tries: 50, accounts: 1 }]);
});

test("logins: a few slips of some people do not count", async () => {
  const { clock, lines, failed } = open();
  for (let minute = 0; minute < 30; minute++) {
    for (let i = 0; i < 9; i++) failed(`address ${i}`, `name ${i}`);
    await clock.advance(60_000);
  }
  expect(lines).toEqual([]);
});

test("logins: an account has one entry at once and one with the number of later failures", async () => {
  const { clock, entries, failed, logins } = open();
  for (let i = 0; i < 3_000; i++) failed(`address ${i % 7}`, "ann", "acc_1");
  expect(entries).toMatchObject([
    { chain: "acc_1", action: "login.failed", details: { count: 1 }, actor: { address: "address 0/24" } },
  ]);
  await clock.advance(600_000);
  expect(entries.slice(1)).toMatchObject([
    { chain: "acc_1", details: { count: 2_999, addresses: 7, seconds: 600 } },
  ]);
  failed("a", "ann", "acc_1");
  failed("a", "ann", "acc_1");
  await logins[Symbol.asyncDispose]();
  expect(entries.slice(2).map(({ details }) => details.count)).toEqual([1, 1]);
});

test("logins: a flood on a hundred thousand emails and accounts writes some hundred entries and stays small", async () => {
  const { clock, entries, lines, failed } = open();
  for (let i = 0; i < 100_000; i++) failed(`address ${i}`, `name ${i}`, i % 2 === 0 ? `acc_${i}` : undefined);
  await clock.advance(600_000);
  expect(entries.length).toBeLessThan(600);
  const sum = entries.reduce((all, { details }) => all + (details.count ?? 0), 0);
  expect(sum).toBe(100_000);
  expect(lines.length).toBeLessThan(15);
  expect(entries.filter(({ chain }) => chain === "deployment").at(-1)?.details).toMatchObject({
    accounts: 100,
  });
});
