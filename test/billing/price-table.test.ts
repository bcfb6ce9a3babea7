// Price table: the price of a use at a time, and a charge that is the sum of its items.

import { describe, expect, test } from "bun:test";
import { readPriceFile } from "../../src/billing/price-file.ts";
import { priceList } from "../../src/billing/price-list.ts";
import {
  type BilledUse,
  isPriced,
  microsFor,
  priceOf,
  type PriceRow,
} from "../../src/billing/price-table.ts";
import { UsageAccount, type UsageSource } from "../../src/billing/usage-account.ts";
import { catalog } from "../../src/providers/catalog/catalog.ts";
import { random } from "../support/random.ts";

const sunday = Date.UTC(2026, 10, 22, 8);
const monday = Date.UTC(2026, 10, 23, 8);
const tokens = (model: string, provider: string, more: Partial<BilledUse> = {}): BilledUse => ({
  kind: "llm",
  provider,
  model,
  unit: "input_tokens",
  amount: 1,
  ...more,
});
const usd = (row: PriceRow | undefined): number => (row?.nanoUsd ?? Number.NaN) / 1e9;

describe("price", () => {
  test("a prefix covers all models with that beginning, and a whole name overrides it", () => {
    const rows = readPriceFile(`
- {kind: llm, provider: p, model: "big*", unit: input_tokens, usd: 1, per: 1000000}
- {kind: llm, provider: p, model: big-2, unit: input_tokens, usd: 2, per: 1000000}
`);
    const of = (model: string) => usd(priceOf(rows, tokens(model, "p"), sunday));
    expect([of("big-1"), of("big-2"), of("small")]).toEqual([1, 2, Number.NaN]);
    expect([isPriced(rows, { kind: "llm", provider: "p", model: "big-9" })]).toEqual([true]);
    expect(isPriced(rows, { kind: "tts", provider: "p", model: "big-9" })).toBe(false);
  });

  test("expensive hours apply on their days only", () => {
    const at = (wallMs: number) => usd(priceOf(priceList, tokens("deepseek-flash", "deepseek"), wallMs));
    expect([at(sunday), at(monday), at(Date.UTC(2026, 10, 23, 10)), at(Date.UTC(2026, 10, 23, 4))]).toEqual([
      0.15, 0.3, 0.15, 0.15,
    ]);
  });

  test("a long prompt raises the price of all tokens of its request", () => {
    const of = (inputTokens: number) =>
      usd(priceOf(priceList, tokens("claude-haiku-5-5", "anthropic", { inputTokens }), sunday));
    expect([of(100_000), of(100_001)]).toEqual([0.1, 0.5]);
  });

  test("the highest tier that a request reaches applies, in whatever order they are listed", () => {
    const [base] = readPriceFile(
      "- {kind: llm, provider: p, model: m, unit: input_tokens, usd: 1, per: 1000000}",
    );
    const rows = [2_000, undefined, 1_000].map((above): PriceRow => ({
      ...base!,
      nanoUsd: above ?? 1,
      ...(above === undefined ? {} : { aboveInputTokens: above }),
    }));
    for (const listed of [rows, rows.toReversed()]) {
      const of = (inputTokens: number) => priceOf(listed, tokens("m", "p", { inputTokens }), sunday)?.nanoUsd;
      expect([of(1_000), of(1_001), of(2_000), of(2_001)]).toEqual([1, 1_000, 1_000, 2_000]);
    }
  });

  test("a price holds from its first day to the day before its last", () => {
    const at = (wallMs: number) => usd(priceOf(priceList, tokens("gemini-3.8-flash", "gemini"), wallMs));
    expect([at(Date.UTC(2026, 11, 31, 23, 59)), at(Date.UTC(2027, 0, 1))]).toEqual([0.75, 1.5]);
  });

  test("at each change of the list one price ends and one begins: every model has exactly one", () => {
    const series = Map.groupBy(priceList, ({ kind, provider, model, unit, aboveInputTokens, hours }) =>
      JSON.stringify([kind, provider, model, unit, aboveInputTokens, hours]),
    );
    for (const [name, rows] of series) {
      const days = rows.flatMap(({ validFrom, validTo }) => [validFrom, validTo]);
      const changes = days.slice(1, -1).map((day = "none") => day);
      expect([days.at(0), days.at(-1)], name).toEqual([undefined, undefined]);
      for (let i = 0; i < changes.length; i += 2) expect(changes[i], name).toBe(changes[i + 1] ?? "none");
      expect(changes, name).toEqual(changes.toSorted((one, other) => Date.parse(one) - Date.parse(other)));
      for (const day of changes) expect(new Date(day).toISOString(), name).toStartWith(day);
    }
  });

  test("rows of the operator win over equal ones of the list", () => {
    const own = readPriceFile(
      "- {kind: tts, provider: cartesia, model: 'sonic*', unit: chars, usd: 37, per: 1000000}",
    );
    const use: BilledUse = {
      kind: "tts",
      provider: "cartesia",
      model: "sonic-3.5",
      unit: "chars",
      amount: 1,
    };
    expect(usd(priceOf([...priceList, ...own], use, sunday))).toBe(37);
  });

  test("a started micro-cent counts, and long calls lose none", () => {
    const row = { nanoUsd: 50_000_000_000, per: 1_000_000 } as PriceRow;
    // $50 for a million characters is 5,000 micro-cents each.
    expect([microsFor(row, 0), microsFor(row, 1), microsFor(row, 21)]).toEqual([0, 5_000, 105_000]);
    expect(microsFor({ nanoUsd: 1, per: 3 } as PriceRow, 1)).toBe(1);
    expect(microsFor({ nanoUsd: 99_999_999, per: 1 } as PriceRow, 99_999_999)).toBe(999_999_980_000_001);
  });

  test("every vendor of the catalog that bills has a price for its default model", () => {
    const unpriced = catalog.filter(
      ({ kind, name: provider, unit, models = [] }) =>
        unit !== undefined &&
        models[0] !== undefined &&
        !isPriced(priceList, { kind, provider, model: models[0] }),
    );
    expect(unpriced.map(({ kind, name }) => `${kind} ${name}`)).toEqual([]);
  });
});

test("price: each row of the list is valid at some time, and one ends where the next begins", () => {
  for (const { provider, model, unit, validFrom, validTo } of priceList) {
    for (const day of [validFrom, validTo]) {
      if (day !== undefined) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
    if (validTo === undefined) continue;
    const next = priceList.find(
      (row) =>
        row.provider === provider && row.model === model && row.unit === unit && row.validFrom === validTo,
    );
    expect(next, `${provider} ${model} ${unit} after ${validTo}`).toBeDefined();
  }
});

const mistakes: readonly (readonly [text: string, says: string])[] = [
  ["prices: 1", "is not a list of prices as a whole"],
  ["- {kind: tts}", "is not a list of prices at /0"],
  ["- {kind: tts, provider: p, model: m, unit: words, usd: 1, per: 1}", "is not a list of prices at /0/unit"],
  ["- {kind: tts, provider: p, model: m, unit: chars, usd: -1, per: 1}", "is not a list of prices at /0/usd"],
  ["- {kind: tts, provider: p, model: m, unit: chars, usd: 1, per: 0}", "is not a list of prices at /0/per"],
  ["- [", "is no YAML"],
  [" ".repeat(1_000_001), "has 1000001 characters"],
];

test("price file: a row has its days, its tier, its least amount and its price in billionths", () => {
  const row =
    "- {kind: llm, provider: p, model: m, unit: input_tokens, usd: 0.3, per: 1000, above_input_tokens: 9, units_min: 2, valid_from: 2026-11-20, valid_to: '2026-12-01'}";
  expect(readPriceFile(row)).toEqual([
    {
      kind: "llm",
      provider: "p",
      model: "m",
      unit: "input_tokens",
      nanoUsd: 300_000_000,
      per: 1_000,
      aboveInputTokens: 9,
      unitsMin: 2,
      validFrom: "2026-11-20",
      validTo: "2026-12-01",
    },
  ]);
  for (const day of ["-11-20", "20.11.2026", "2026-11-20T10:00"])
    expect(() => readPriceFile(row.replace("2026-11-20", `'${day}'`))).toThrow("a day such as 2026-11-20");
});

test.each(mistakes)("price file: refuses %.40s", (text, says) => {
  expect(() => readPriceFile(text)).toThrow(says);
});

describe("usage account", () => {
  const voice: UsageSource = { kind: "tts", provider: "cartesia", model: "sonic-3.5", ownKey: false };
  const llm: UsageSource = { kind: "llm", provider: "openai", model: "gpt-6-luna", ownKey: false };

  test("uses of one price make one item, and an own key costs nothing", () => {
    const account = new UsageAccount(priceList);
    account.add(voice, { unit: "chars", amount: 10 }, sunday);
    account.add(voice, { unit: "chars", amount: 11 }, sunday);
    account.add({ ...voice, ownKey: true }, { unit: "chars", amount: 500 }, sunday);
    expect(account.items).toEqual([
      { ...voice, unit: "chars", amount: 21, micros: 105_000 },
      { ...voice, ownKey: true, unit: "chars", amount: 500, micros: 0 },
    ]);
    expect(account.micros).toBe(105_000);
  });

  test("cached and written tokens have their own prices, and are not counted as input", () => {
    const account = new UsageAccount(priceList);
    account.add(llm, { unit: "tokens", input: 1_000, output: 10, cachedInput: 600, cacheWrite: 300 }, sunday);
    expect(account.items.map(({ unit, amount, micros }) => [unit, amount, micros])).toEqual([
      ["input_tokens", 100, 1_000],
      ["cached_input_tokens", 600, 600],
      ["cache_write_tokens", 300, 3_750],
      ["output_tokens", 10, 500],
    ]);
  });

  test("vendors without a price for cached tokens bill them as others", () => {
    const account = new UsageAccount(priceList);
    const groq = { ...llm, provider: "groq", model: "openai/gpt-oss-20b" };
    account.add(groq, { unit: "tokens", input: 100, output: 0, cachedInput: 100 }, sunday);
    expect(account.micros).toBe(750);
  });

  test("the minimum of a request is billed for each", () => {
    const rows = readPriceFile(
      "- {kind: stt, provider: p, model: m, unit: audio_ms, usd: 0.04, per: 3600000, units_min: 10000}",
    );
    const account = new UsageAccount(rows);
    const source: UsageSource = { kind: "stt", provider: "p", model: "m", ownKey: false };
    account.add(source, { unit: "audio_ms", amount: 800 }, sunday);
    account.add(source, { unit: "audio_ms", amount: 12_000 }, sunday);
    expect(account.items[0]?.amount).toBe(22_000);
  });

  test("in any order of use, the items add up to the sum, and the sum only grows", () => {
    const dice = random(20_261_122);
    const models = ["gpt-6-luna", "gpt-5.5", "gpt-nobody"];
    for (let round = 0; round < 50; round++) {
      const account = new UsageAccount(priceList);
      let before = 0;
      for (let use = 0; use < 30; use++) {
        const [input, cachedInput] = [dice.int(0, 300_000), dice.int(0, 1_000)];
        const source = { ...llm, model: dice.pick(models), ownKey: dice.chance(0.2) };
        account.add(
          source,
          { unit: "tokens", input, output: dice.int(0, 900), cachedInput },
          sunday + use * 3_600_000,
        );
        const { micros, items } = account;
        expect(items.reduce((sum, item) => sum + item.micros, 0)).toBe(micros);
        expect(micros).toBeGreaterThanOrEqual(before);
        before = micros;
      }
    }
  });
});
