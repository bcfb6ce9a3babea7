// Audit trail on a full disk: logins still work, so that the owner can make room, and missing entries are written
// later.

import { expect, test } from "bun:test";
import type { AuditDraft } from "../../db/port/audit-store.ts";
import type { DiskRoom } from "../../db/port/store.ts";
import { openLog } from "../../src/base/log.ts";
import { AuditTrail, entryOf } from "../../src/cloud/audit-trail.ts";
import { failureOf } from "../support/failure-of.ts";
import type { LogEvent } from "../support/servers/served.ts";
import { memoryStore } from "../support/servers/store.ts";
import { until } from "../support/until.ts";

class Full extends Error {}

function open() {
  const store = memoryStore();
  const lines: LogEvent[] = [];
  const log = openLog({
    level: "info",
    format: "json",
    write: (line) => void lines.push(JSON.parse(line) as LogEvent),
  });
  let failure: Error | undefined;
  let hasRoom: () => void = () => undefined;
  const append = (drafts: readonly AuditDraft[]): Promise<void> =>
    failure === undefined ? store.audit.append(drafts) : Promise.reject(failure);
  const all = { ...store, audit: { ...store.audit, append } };
  const disk: DiskRoom = {
    full: false,
    failed: (error) => error instanceof Full,
    onRoom: (fire) => ((hasRoom = fire), new DisposableStack()),
  };
  const trail = new AuditTrail({ store: { audit: all.audit, of: () => all, disk }, log });
  const fail = (error: Error | undefined): void => void (failure = error);
  return { store, lines, trail, fail, hasRoom: () => hasRoom() };
}

const author = { actor: { kind: "user", id: "acc_1", address: null }, requestId: null } as const;
const login = entryOf(author, { accountId: "acc_1", at: 1, action: "login" });

test("audit: on a full disk an entry is in the log at once, and in its chain when there is room", async () => {
  const { store, lines, trail, fail, hasRoom } = open();
  using _store = store;
  using _trail = trail;
  fail(new Full());
  await trail.append(login);
  await trail.append({ ...login, action: "recording.played", target: "ses_1" });
  expect(lines).toMatchObject([
    { event: "audit.late", account: "acc_1", action: "login" },
    { event: "audit.late", action: "recording.played", target: "ses_1" },
  ]);
  const written = () => store.audit.page({ chain: "acc_1", order: "up", limit: 9 });
  expect(await written()).toEqual([]);
  fail(undefined);
  hasRoom();
  await until("entries", async () => (await written()).length === 2);
  expect((await written()).map(({ action }) => action)).toEqual(["login", "recording.played"]);
});

test("audit: an entry that cannot be written for another reason refuses its change", async () => {
  const { store, trail, fail } = open();
  using _store = store;
  using _trail = trail;
  fail(new Error("broken"));
  expect(await failureOf(trail.append(login))).toContain("broken");
});
