// Slices of a knowledge source: a text of many words is written and deleted in small pieces, so that no call waits for
// it.

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { PassageSlice } from "../../db/port/knowledge-store.ts";
import { type FileStore, openStore } from "../../db/sqlite/file-store.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { addSource, removeSource, searchBase } from "../../src/cloud/knowledge/knowledge-bases.ts";
import { Documents } from "../../src/documents/documents.ts";
import type { SourceForm } from "../../src/flow/knowledge/own-source.ts";
import { failureOf } from "../support/failure-of.ts";
import { addAccount, migrations, tempFolder } from "../support/servers/store.ts";

const accountId = "acc_1";
const folder = tempFolder();
let store: FileStore;
let documents: Documents;

beforeAll(() => {
  store = openStore({ directory: folder.path, migrations });
  addAccount(store.durable, accountId);
  documents = new Documents({ clock: wallClock, log: silentLog });
});
afterAll(async () => {
  await documents[Symbol.asyncDispose]();
  store[Symbol.dispose]();
  folder[Symbol.dispose]();
});

const add = (
  base: string,
  kind: SourceForm,
  { text, of = store }: { text: string; of?: Pick<FileStore, "of"> },
) =>
  addSource(
    { store: of, documents, outbound: { send: () => Promise.reject(new Error("none")) }, clock: wallClock },
    {
      accountId,
      base,
      title: "",
      language: "en",
      from: { kind, text },
      signal: AbortSignal.timeout(60_000),
    },
  );

test("a text with many different words is written and deleted in small parts, and found by each word", async () => {
  const all = store.of(accountId);
  const parts: PassageSlice[] = [];
  let removals = 0;
  const knowledge: typeof all.knowledge = {
    ...all.knowledge,
    extend: (key, part) => {
      parts.push(part);
      return all.knowledge.extend(key, part);
    },
    remove: (key) => {
      removals += 1;
      return all.knowledge.remove(key);
    },
  };
  const watched = { of: () => ({ ...all, knowledge }) };
  const count = 20_000;
  const words = Array.from({ length: count }, (_, n) => `w${n}`).join(" ");
  const { id, passages } = await add("faq", "text", { text: words, of: watched });
  expect(Math.max(...parts.map(({ terms }) => terms.length))).toBeLessThanOrEqual(400);
  expect(Math.max(...parts.map((part) => part.passages.length))).toBeLessThanOrEqual(50);
  expect(parts.reduce((sum, { terms }) => sum + terms.length, 0)).toBe(count);
  for (const n of [0, 9_999, count - 2]) {
    const [best] = await searchBase(store, accountId, { base: "faq", words: `w${n}`, language: "en" });
    expect(best?.text.split(" ")).toContain(`w${n}`);
  }
  const size = await store.knowledge.postings({ accountId, base: "faq" }, []);
  expect([size.passages, size.terms]).toEqual([passages, count]);
  await removeSource({ store: watched }, { accountId, base: "faq", id });
  expect(removals).toBeGreaterThan(count / 1_000);
  expect(await store.knowledge.list(accountId, "faq")).toEqual([]);
}, 240_000);

// Reading took time quadratic in the length and was stopped after seconds, as for a flow that is too slow.
const nothing = "The source cannot be used. There are no words in it.";
test.each<[SourceForm, string, string]>([
  ["markdown", "[", ""],
  ["markdown", "[](", ""],
  ["markdown", "*", nothing],
  ["html", "<title", nothing],
  ["html", "<b> </b>", nothing],
])("%s: 900,000 characters of %j are read at once", async (kind, unit, says) => {
  const text = unit.repeat(900_000 / unit.length);
  expect(await failureOf(add("hostile", kind, { text }))).toBe(says);
});
