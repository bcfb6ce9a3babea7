// Price table: vendors' prices, and the cost of a use by them. Integers only; time is a parameter.

export type PriceUnit =
  | "audio_ms"
  | "socket_ms"
  | "chars"
  | "requests"
  | "input_tokens"
  | "cached_input_tokens"
  | "cache_write_tokens"
  | "audio_input_tokens"
  | "cached_audio_tokens"
  | "output_tokens"
  | "audio_output_tokens";

export interface PriceRow {
  /** A name of the catalogue. */
  readonly provider: string;
  readonly kind: "stt" | "tts" | "llm";
  /** Model name, or a prefix and "*". */
  readonly model: string;
  readonly unit: PriceUnit;
  /** Billionths of a US dollar for `per` units. */
  readonly nanoUsd: number;
  readonly per: number;
  /** The price applies only to requests with more input tokens than this, and then to all of their tokens. */
  readonly aboveInputTokens?: number;
  /** The price applies only in these hours of UTC, end exclusive, on these days: 0 is Sunday. */
  readonly hours?: {
    readonly days: readonly number[];
    readonly spans: readonly (readonly [number, number])[];
  };
  /** Minimum billed for a request. */
  readonly unitsMin?: number;
  /** ISO dates, the first inclusive, the second exclusive. */
  readonly validFrom?: string;
  readonly validTo?: string;
}

/** Billed work of a provider. */
export interface BilledUse {
  readonly provider: string;
  readonly kind: PriceRow["kind"];
  readonly model: string;
  readonly unit: PriceUnit;
  readonly amount: number;
  /** Tokens of the whole request, for a language model. */
  readonly inputTokens?: number;
}

/** The most specific row for a use at a moment; undefined if there is none. */
export function priceOf(rows: readonly PriceRow[], use: BilledUse, wallMs: number): PriceRow | undefined {
  const fitting = rows.filter((row) => isFor(row, use) && holdsAt(row, wallMs) && isOfTier(row, use));
  return fitting.reduce<PriceRow | undefined>(
    (best, row) => (best === undefined || rankOf(row) >= rankOf(best) ? row : best),
    undefined,
  );
}

/** True if a model's price is known. */
export function isPriced(
  rows: readonly PriceRow[],
  { provider, kind, model }: Pick<BilledUse, "provider" | "kind" | "model">,
): boolean {
  return rows.some((row) => row.provider === provider && row.kind === kind && fits(row.model, model));
}

const nanoUsdPerMicroCent = 10;

/** Whole micro-cents for an amount, rounded up. */
export function microsFor({ nanoUsd, per }: PriceRow, amount: number): number {
  // Beyond 2^53 in a long and expensive call, so in BigInt.
  const nano = BigInt(Math.ceil(amount)) * BigInt(nanoUsd);
  const divisor = BigInt(per) * BigInt(nanoUsdPerMicroCent);
  return Number((nano + divisor - 1n) / divisor);
}

function isFor(row: PriceRow, { provider, kind, model, unit }: BilledUse): boolean {
  return row.provider === provider && row.kind === kind && row.unit === unit && fits(row.model, model);
}

function fits(pattern: string, model: string): boolean {
  return pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}

function isOfTier({ aboveInputTokens }: PriceRow, { inputTokens = 0 }: BilledUse): boolean {
  return aboveInputTokens === undefined || inputTokens > aboveInputTokens;
}

function holdsAt({ hours, validFrom, validTo }: PriceRow, wallMs: number): boolean {
  if (validFrom !== undefined && wallMs < Date.parse(validFrom)) return false;
  if (validTo !== undefined && wallMs >= Date.parse(validTo)) return false;
  if (hours === undefined) return true;
  const at = new Date(wallMs);
  const hour = at.getUTCHours();
  return hours.days.includes(at.getUTCDay()) && hours.spans.some(([from, to]) => hour >= from && hour < to);
}

/** A tier before none, certain hours before all, a whole name before a beginning; of equals the later row. */
function rankOf({ aboveInputTokens, hours, model }: PriceRow): number {
  const tier = aboveInputTokens === undefined ? 0 : 1_000_000 + aboveInputTokens;
  return tier * 1_000 + (hours === undefined ? 0 : 500) + (model.endsWith("*") ? model.length : 200);
}
