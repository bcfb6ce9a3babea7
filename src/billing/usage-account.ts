// Usage account of a session: its providers' work, item by item, and the part paid by the service. One item is one
// price, so the sum of the items is the charged sum.

import { type BilledUse, microsFor, priceOf, type PriceRow, type PriceUnit } from "./price-table.ts";

/** Use reported by a client. */
export type ReportedUsage =
  | { readonly unit: "audio_ms" | "socket_ms" | "chars" | "requests"; readonly amount: number }
  | {
      readonly unit: "tokens";
      readonly input: number;
      readonly output: number;
      readonly cachedInput?: number;
      readonly cacheWrite?: number;
      readonly audioInput?: number;
      readonly cachedAudio?: number;
      readonly audioOutput?: number;
    };

/** Provider, model and payer of a use. */
export interface UsageSource {
  readonly kind: PriceRow["kind"];
  readonly provider: string;
  readonly model: string;
  /** The account's own key: its vendor bills the account. */
  readonly ownKey: boolean;
}

export interface UsageItem extends UsageSource {
  readonly unit: PriceUnit;
  readonly amount: number;
  /** Whole micro-cents; 0 for an own key and for unbilled use. */
  readonly micros: number;
}

interface Item extends UsageSource {
  readonly unit: PriceUnit;
  readonly price: PriceRow | undefined;
  amount: number;
}

export class UsageAccount {
  readonly #rows: readonly PriceRow[];
  readonly #items: Item[] = [];
  /** Use in another process, by its prices. */
  #before: readonly UsageItem[] = [];
  readonly #owed = new Set<Promise<void>>();

  constructor(rows: readonly PriceRow[]) {
    this.#rows = rows;
  }

  /** Continues a session begun by another process, with its use so far. */
  goOn(before: readonly UsageItem[]): void {
    this.#before = before;
  }

  /** `wallMs`: time of the use, because prices change. */
  add(source: UsageSource, usage: ReportedUsage, wallMs: number): void {
    for (const use of usesOf(source, usage)) {
      const price = priceFor(this.#rows, use, wallMs);
      const amount = Math.max(use.amount, price?.unitsMin ?? 0);
      const item = this.#items.find((each) => isSame(each, source, { unit: use.unit, price }));
      if (item === undefined) this.#items.push({ ...source, unit: use.unit, price, amount });
      else item.amount += amount;
    }
  }

  /** A closed provider still reports its use. `rest` resolves after that, and never rejects. */
  owe(rest: Promise<void>): void {
    this.#owed.add(rest);
    void rest.then(() => this.#owed.delete(rest));
  }

  /** Resolves when all outstanding use is reported; undefined: none is outstanding. */
  get owed(): Promise<unknown> | undefined {
    return this.#owed.size === 0 ? undefined : Promise.all(this.#owed);
  }

  get items(): readonly UsageItem[] {
    const items = this.#items.map(({ price, ...item }) => ({
      ...item,
      micros: microsOf({ ...item, price }),
    }));
    return [...this.#before, ...items];
  }

  /** Amount paid by the service, in whole micro-cents. */
  get micros(): number {
    const before = this.#before.reduce((sum, { micros }) => sum + micros, 0);
    return this.#items.reduce((sum, item) => sum + microsOf(item), before);
  }
}

function microsOf({ ownKey, price, amount }: Item): number {
  return ownKey || price === undefined ? 0 : microsFor(price, amount);
}

function isSame(
  item: Item,
  source: UsageSource,
  { unit, price }: { readonly unit: PriceUnit; readonly price: PriceRow | undefined },
): boolean {
  return (
    item.unit === unit &&
    item.price === price &&
    item.kind === source.kind &&
    item.provider === source.provider &&
    item.model === source.model &&
    item.ownKey === source.ownKey
  );
}

function usesOf({ kind, provider, model }: UsageSource, usage: ReportedUsage): readonly BilledUse[] {
  const of = { kind, provider, model };
  if (usage.unit !== "tokens")
    return usage.amount > 0 ? [{ ...of, unit: usage.unit, amount: usage.amount }] : [];
  const { input, output, cachedInput = 0, cacheWrite = 0, audioInput = 0, cachedAudio = 0 } = usage;
  const { audioOutput = 0 } = usage;
  const parts: readonly (readonly [PriceUnit, number])[] = [
    ["input_tokens", Math.max(0, input - cachedInput - cacheWrite - audioInput - cachedAudio)],
    ["cached_input_tokens", cachedInput],
    ["cache_write_tokens", cacheWrite],
    ["audio_input_tokens", audioInput],
    ["cached_audio_tokens", cachedAudio],
    ["output_tokens", Math.max(0, output - audioOutput)],
    ["audio_output_tokens", audioOutput],
  ];
  return parts.flatMap(([unit, amount]) => (amount > 0 ? [{ ...of, unit, amount, inputTokens: input }] : []));
}

/** Units billed as another unit by a vendor without a price for them. */
const billedAs: Partial<Record<PriceUnit, PriceUnit>> = {
  cached_input_tokens: "input_tokens",
  cache_write_tokens: "input_tokens",
  audio_input_tokens: "input_tokens",
  cached_audio_tokens: "audio_input_tokens",
  audio_output_tokens: "output_tokens",
};

function priceFor(rows: readonly PriceRow[], use: BilledUse, wallMs: number): PriceRow | undefined {
  const unit = billedAs[use.unit];
  return priceOf(rows, use, wallMs) ?? (unit && priceFor(rows, { ...use, unit }, wallMs));
}
