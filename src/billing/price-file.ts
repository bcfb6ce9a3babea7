// Price file of an operator: rows that override the price list, as YAML or JSON, checked before the server starts.

import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { parse } from "yaml";
import { mustBe, saidMisfits } from "../base/words/schema-sentence.ts";
import type { PriceRow } from "./price-table.ts";

/** Rows and characters beyond these are no price list. */
const rowsMax = 2_000;
const textCharsMax = 1_000_000;

const day = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", [mustBe]: "a day such as 2026-11-20" });
const file = Type.Array(
  Type.Object(
    {
      kind: Type.Union([Type.Literal("stt"), Type.Literal("tts"), Type.Literal("llm")]),
      provider: Type.String({ minLength: 1 }),
      model: Type.String({ minLength: 1 }),
      unit: Type.Union([
        Type.Literal("audio_ms"),
        Type.Literal("socket_ms"),
        Type.Literal("chars"),
        Type.Literal("requests"),
        Type.Literal("input_tokens"),
        Type.Literal("cached_input_tokens"),
        Type.Literal("cache_write_tokens"),
        Type.Literal("audio_input_tokens"),
        Type.Literal("cached_audio_tokens"),
        Type.Literal("output_tokens"),
        Type.Literal("audio_output_tokens"),
      ]),
      usd: Type.Number({ minimum: 0, maximum: 1_000_000 }),
      per: Type.Integer({ minimum: 1 }),
      above_input_tokens: Type.Optional(Type.Integer({ minimum: 0 })),
      units_min: Type.Optional(Type.Integer({ minimum: 1 })),
      valid_from: Type.Optional(day),
      valid_to: Type.Optional(day),
    },
    { additionalProperties: false },
  ),
  { maxItems: rowsMax },
);

/**
 * Rows of a price file. Throws an Error whose message completes "PRICING_FILE ...", with the place of the first
 * mistake.
 */
export function readPriceFile(text: string): readonly PriceRow[] {
  if (text.length > textCharsMax)
    throw new Error(`has ${text.length} characters: at most ${textCharsMax} are read`);
  let data: unknown;
  try {
    data = parse(text);
  } catch (error) {
    throw new Error(`is no YAML: ${(error as Error).message.split("\n")[0]}`, { cause: error });
  }
  const mistakes = Value.Errors(file, data);
  const [mistake] = mistakes;
  if (mistake !== undefined) {
    const missing = mistake.keyword === "required" ? mistake.params.requiredProperties.join(", ") : undefined;
    const [saidMisfit] = saidMisfits(file, mistakes);
    const pointer = missing === undefined ? (saidMisfit?.pointer ?? "") : mistake.instancePath;
    const where = pointer === "" ? "as a whole" : `at ${pointer}`;
    throw new Error(
      `is not a list of prices ${where}: it ${missing === undefined ? saidMisfit?.says : `lacks ${missing}`}`,
    );
  }
  return (data as Static<typeof file>).map(rowOf);
}

function rowOf(row: Static<typeof file>[number]): PriceRow {
  const { usd, above_input_tokens: above, units_min: least, valid_from: from, valid_to: to, ...of } = row;
  return {
    ...of,
    nanoUsd: Math.round(usd * 1e9),
    ...(above === undefined ? {} : { aboveInputTokens: above }),
    ...(least === undefined ? {} : { unitsMin: least }),
    ...(from === undefined ? {} : { validFrom: from }),
    ...(to === undefined ? {} : { validTo: to }),
  };
}
