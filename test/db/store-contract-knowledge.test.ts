// Contract of a store: the knowledge of accounts.

import { describe, expect, test } from "bun:test";
import type { NewSource, PassageSlice, SourceKey } from "../../db/port/knowledge-store.ts";
import type { Store } from "../../db/port/store.ts";
import { searchBase } from "../../src/cloud/knowledge/knowledge-bases.ts";
import type { Passage } from "../../src/flow/knowledge/passage.ts";
import { indexOf } from "../../src/flow/knowledge/ranking.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const limits = { sourcesMax: 2, basesMax: 2, passagesMax: 10 };

const source = (id: string, more: Partial<NewSource> = {}): NewSource => ({
  accountId: "acc_1",
  base: "faq",
  id,
  kind: "text",
  title: `title of ${id}`,
  url: null,
  passages: 2,
  at: 1,
  ...more,
});

const keyOf = ({ accountId, base, id }: NewSource): SourceKey => ({ accountId, base, id });

function sliceOf(slice: number, passages: readonly Passage[]): PassageSlice {
  const { terms, termCount } = indexOf(passages, "en");
  const stored = passages.map(({ title, text, questions = null }) => ({ title, text, questions }));
  return { slice, passages: stored, terms: [...terms], termCount };
}

const opening: Passage = {
  title: "Hours",
  text: "We open at nine on weekdays.",
  questions: ["When do you open?"],
};
const parking: Passage = { title: "", text: "Guests park behind the house." };
const closing: Passage = { title: "Hours", text: "The house closes at ten." };

async function added(store: Store, row: NewSource, slices: readonly (readonly Passage[])[]): Promise<void> {
  expect(await store.knowledge.begin(row, limits)).toBeUndefined();
  for (const [at, passages] of slices.entries())
    expect(await store.knowledge.extend(keyOf(row), sliceOf(at, passages))).toBe(true);
  expect(await store.knowledge.finish(keyOf(row))).toMatchObject({ id: row.id, isReady: true });
}

const found = async (store: Store, words: string, base = "faq", accountId = "acc_1") =>
  (await searchBase(store, accountId, { base, words, language: "en" })).map(({ text }) => text);

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("knowledge: slices are found, the best first, with all their data", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    await added(store, source("src_1", { passages: 3 }), [[opening, parking], [closing]]);
    const [best] = await searchBase(store, "acc_1", {
      base: "faq",
      words: "do you open on Monday",
      language: "en",
    });
    expect(best).toMatchObject(opening);
    expect(await found(store, "where is the house and the parking")).toEqual([parking.text, closing.text]);
    expect(await found(store, "hours of the house")).toEqual([closing.text, parking.text, opening.text]);
    expect([await found(store, "zebra"), await found(store, "the of and")]).toEqual([[], []]);
  });

  test("knowledge: a slice written in parts is found and listed like a whole one", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    const row = source("src_1", { passages: 3 });
    await store.knowledge.begin(row, limits);
    const { passages, terms, ...whole } = sliceOf(0, [opening, parking, closing]);
    const none = { ...whole, termCount: 0, passages: [], terms: [] };
    await store.knowledge.extend(keyOf(row), { ...whole, passages: passages.slice(0, 2), terms: [] });
    await store.knowledge.extend(keyOf(row), { ...none, from: 2, passages: passages.slice(2) });
    for (const part of [terms.slice(0, 3), terms.slice(3)])
      await store.knowledge.extend(keyOf(row), { ...none, terms: part });
    await store.knowledge.finish(keyOf(row));
    expect(await found(store, "hours of the house")).toEqual([closing.text, parking.text, opening.text]);
    const size = await store.knowledge.postings({ accountId: "acc_1", base: "faq" }, []);
    expect(size).toMatchObject({ passages: 3, terms: whole.termCount });
  });

  test("knowledge: a source is searched once complete, until its deletion begins", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    const row = source("src_1");
    await store.knowledge.begin(row, limits);
    await store.knowledge.extend(keyOf(row), sliceOf(0, [opening, parking]));
    expect(await found(store, "parking")).toEqual([]);
    expect(await store.knowledge.list("acc_1", "faq")).toMatchObject([
      { id: "src_1", isReady: false, passages: 2 },
    ]);
    await store.knowledge.finish(keyOf(row));
    expect(await found(store, "parking")).toEqual([parking.text]);
    const { kept } = await store.accounts.storedBytes("acc_1");
    expect(kept).toBeGreaterThan(opening.text.length + parking.text.length);
    expect(await store.knowledge.remove(keyOf(row))).toBe("gone");
    expect(await store.knowledge.remove(keyOf(row))).toBe("missing");
    expect((await store.accounts.storedBytes("acc_1")).kept).toBe(0);
    expect([await found(store, "parking"), await store.knowledge.list("acc_1", undefined)]).toEqual([[], []]);
    expect(await store.knowledge.extend(keyOf(row), sliceOf(1, [closing]))).toBe(false);
    expect(await store.knowledge.finish(keyOf(row))).toBeUndefined();
    const place = { sourceId: "src_1", slice: 0, place: 0 };
    expect(await store.knowledge.passages("acc_1", [place])).toEqual([]);
  });

  test("knowledge: another account's or base's sources are not found, listed, extended or removed", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    await newAccount(store, "acc_2");
    await added(store, source("src_1"), [[opening, parking]]);
    await added(store, source("src_2", { base: "other", passages: 1 }), [[closing]]);
    const strange = { ...keyOf(source("src_1")), accountId: "acc_2" };
    expect(await found(store, "parking", "faq", "acc_2")).toEqual([]);
    expect(await found(store, "parking", "other")).toEqual([]);
    expect(await store.knowledge.list("acc_2", "faq")).toEqual([]);
    expect((await store.knowledge.list("acc_1", "other")).map(({ id }) => id)).toEqual(["src_2"]);
    expect(await store.knowledge.extend(strange, sliceOf(1, [closing]))).toBe(false);
    expect(await store.knowledge.finish(strange)).toBeUndefined();
    expect(await store.knowledge.remove(strange)).toBe("missing");
    expect(await store.knowledge.remove({ ...keyOf(source("src_1")), base: "other" })).toBe("missing");
    const place = { sourceId: "src_1", slice: 0, place: 0 };
    expect(await store.knowledge.passages("acc_2", [place])).toEqual([]);
    expect(await store.knowledge.passages("acc_1", [place])).toHaveLength(1);
  });

  test("knowledge: only the named sources of a base are searched, by address or else by title", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    await added(store, source("src_1", { title: "faq.md" }), [[opening, parking]]);
    await added(store, source("src_2", { title: "faq.md", url: "https://a.example/", passages: 1 }), [
      [closing],
    ]);
    const named = async (...sources: readonly string[]) =>
      (
        await searchBase(store, "acc_1", {
          base: "faq",
          sources,
          words: "hours of the house",
          language: "en",
        })
      ).map(({ text }) => text);
    expect(await named("faq.md")).toEqual([parking.text, opening.text]);
    expect(await named("https://a.example/", "gone.md")).toEqual([closing.text]);
    expect(await named("faq.md", "https://a.example/")).toHaveLength(3);
    expect(await named()).toEqual([]);
  });

  test("knowledge: too large an addition is refused with the violated limit, and does not begin", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    const begin = (id: string, more: Partial<NewSource> = {}) =>
      store.knowledge.begin(source(id, more), limits);
    expect(await begin("src_1")).toBeUndefined();
    expect(await begin("src_2", { passages: 9 })).toBe("passagesMax");
    expect(await begin("src_3", { at: 3 })).toBeUndefined();
    expect(await begin("src_4")).toBe("sourcesMax");
    expect(await begin("src_5", { base: "second" })).toBeUndefined();
    expect(await begin("src_6", { base: "third" })).toBe("basesMax");
    expect((await store.knowledge.list("acc_1", undefined)).map(({ id }) => id)).toEqual([
      "src_1",
      "src_5",
      "src_3",
    ]);
  });

  test("knowledge: a large source goes in parts and is not found meanwhile", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    const words = (at: number): string => Array.from({ length: 120 }, (_, i) => `w${at}x${i}`).join(" ");
    const passages = Array.from({ length: 50 }, (_, at) => ({ title: "", text: `shared ${words(at)}` }));
    const row = source("src_1", { passages: 50 });
    await store.knowledge.begin(row, { ...limits, passagesMax: 100 });
    await store.knowledge.extend(keyOf(row), sliceOf(0, passages));
    await store.knowledge.finish(keyOf(row));
    expect(await found(store, "w7x3")).toHaveLength(1);
    let done = await store.knowledge.remove(keyOf(row));
    expect(await found(store, "w7x3")).toEqual([]);
    while (done === "more") done = await store.knowledge.remove(keyOf(row));
    expect([done, await store.knowledge.list("acc_1", undefined)]).toEqual(["gone", []]);
  });
});

test("knowledge: all stores rank a thousand passages alike", async () => {
  const nouns =
    "order parcel refund invoice account password address delivery return size colour warranty".split(" ");
  const passages = Array.from({ length: 1_000 }, (_, at) => ({
    title: nouns[at % 7] ?? "",
    text: Array.from({ length: 20 }, (__, i) => nouns[(at * 31 + i * i * 7) % nouns.length]).join(" "),
  }));
  const answers = await Promise.all(
    storeKinds.map(async (kind) => {
      await using opened = await eachStore[kind]();
      const { store } = opened;
      await newAccount(store, "acc_1");
      const row = source("src_1", { passages: 1_000 });
      await store.knowledge.begin(row, { ...limits, passagesMax: 1_000 });
      for (let slice = 0; slice < 10; slice++)
        await store.knowledge.extend(
          keyOf(row),
          sliceOf(slice, passages.slice(slice * 100, (slice + 1) * 100)),
        );
      await store.knowledge.finish(keyOf(row));
      const questions = nouns.map((noun, at) => `${noun} ${nouns[(at + 5) % nouns.length]}`);
      return await Promise.all(
        questions.map((words) => searchBase(store, "acc_1", { base: "faq", words, language: "en" })),
      );
    }),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0] ?? []);
  expect(answers[0]?.flat()).toHaveLength(36);
});
