// Command `replay --calls SINCE --flow NEW.yaml`: an account's stored calls on another version of their flow, as the
// guide shows it.

import { expect, test } from "bun:test";
import guide from "../../../src/manual/guides/recorded-calls.md" with { type: "text" };
import { openStore } from "../../../db/sqlite/file-store.ts";
import { sinceMs } from "../../../src/cli/replay/replay-calls.ts";
import { ReplayCounts, triedLines } from "../../../src/cli/replay/tried-lines.ts";
import { product } from "../../support/servers/product.ts";
import { Program } from "../../support/servers/program.ts";
import { migrations, tempFolder } from "../../support/servers/store.ts";
import { ended } from "../../support/stores/ended-calls.ts";
import { newAccount } from "../../support/stores/new-account.ts";
import { bookedLines, tableFlow } from "../../support/stores/replayed-calls.ts";

/** Text of the first code block of this kind. */
const printedIn = (markdown: string, kind: string): string =>
  new RegExp("^```" + kind + "\\n([^]*?)^```$", "m").exec(markdown)?.[1] ?? "";

const noon = Date.UTC(2026, 10, 20, 12);

test("replay of calls: the differences are printed as in the guide, and another account sees none", async () => {
  using folder = tempFolder();
  {
    using store = openStore({ directory: folder.file("data"), migrations });
    for (const id of ["acc_1", "acc_2"]) {
      await newAccount(store, id, 1_000);
      const flow = {
        id: `flow_${id}`,
        accountId: id,
        name: "Table",
        layout: null,
        at: noon,
        documentId: "table",
      };
      await store.of(id).flows.add({ ...flow, source: tableFlow(), links: new Map() }, 9);
    }
    const of = { account: "acc_1", said: bookedLines, row: { flowId: "flow_acc_1", flowRevision: 1 } };
    const patch = { outcome: "booked", endReason: "completed" };
    await ended(store, { id: "ses_1", at: noon + 1, patch, ...of });
    await ended(store, { id: "ses_0", at: noon - 86_400_000, patch, ...of });
    const row = { flowId: "flow_acc_2", flowRevision: 1 };
    await ended(store, { id: "ses_2", at: noon + 1, patch, ...of, account: "acc_2", row });
  }
  await Bun.write(folder.file("new.yaml"), tableFlow({ first: "Have you been here before?" }));
  expect(tableFlow({ first: "Have you been here before?" })).toContain(printedIn(guide, "yaml"));
  const env = { SPEECH: "off", DATA_DIR: folder.file("data") };
  const command = printedIn(guide, "sh").split("\n")[0]!.split(" ").slice(1);
  const run = (account: string) => {
    const args = command.map((arg) => (arg === "new.yaml" ? folder.file(arg) : arg));
    return new Program([...product, ...args.with(-1, account)], { env }).ended();
  };
  const lost = await run("acc_1");
  expect([lost.code, lost.err]).toEqual([1, ""]);
  expect(lost.out).toBe(printedIn(guide, "text"));
});

test("replay of calls: SINCE is a day, a moment, or a duration", () => {
  const now = Date.UTC(2026, 10, 30);
  expect(["7d", "12h", "2w", "2026-11-20", "2026-11-20T10:00:00Z"].map((text) => sinceMs(text, now))).toEqual(
    [
      now - 7 * 86_400_000,
      now - 43_200_000,
      now - 14 * 86_400_000,
      Date.UTC(2026, 10, 20),
      Date.UTC(2026, 10, 20, 10),
    ],
  );
  for (const text of ["7", "d", "2026-13-40", "yesterday", "7d7d"])
    expect(sinceMs(text, now)).toBeUndefined();
});

test("replay of calls: a call without words is counted and has no lines", () => {
  const counts = new ReplayCounts();
  const tried = { id: "ses_1", createdAt: noon, revision: 1, replay: "no_words" } as const;
  expect(triedLines(tried)).toEqual([]);
  counts.add(tried);
  expect(counts.lines("table")).toEqual(["1 call of table", "       1 without kept words"]);
  expect(counts.hasOtherCourse).toBe(false);
});
