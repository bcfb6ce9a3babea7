// Piper settings: the .json beside a voice of the Piper family.

import { existsSync } from "node:fs";

export interface PiperSettings {
  readonly rate: number;
  /** Id of each letter of the phonetic alphabet and each mark. */
  readonly ids: ReadonlyMap<string, number>;
  /** Noise in its sound and in its lengths, and the factor of all lengths. */
  readonly noise: number;
  readonly lengthNoise: number;
  readonly length: number;
}

const rates = { min: 8_000, max: 48_000 } as const;
const jsonBytesMax = 2 ** 20;
/** Defaults: the values with which the family was trained. */
const usual = { noise: 0.667, lengthNoise: 0.8, length: 1 } as const;

/** Rejects with a clause about the voice if they are unusable. */
export async function readPiperSettings(path: string): Promise<PiperSettings> {
  if (!existsSync(path)) throw new Error("has no .json of the same name beside it");
  const file = Bun.file(path);
  if (file.size > jsonBytesMax)
    throw new Error(`has a .json of more than ${jsonBytesMax / 2 ** 20} MiB beside it`);
  const all = record(await file.json().catch(() => undefined));
  const rate = Number(record(all["audio"])["sample_rate"]);
  const ids = new Map(
    Object.entries(record(all["phoneme_id_map"])).flatMap(([symbol, list]): [string, number][] => {
      const first: unknown = Array.isArray(list) ? list[0] : undefined;
      return typeof first === "number" && Number.isInteger(first) ? [[symbol, first]] : [];
    }),
  );
  if (
    !(rate >= rates.min && rate <= rates.max) ||
    !["_", "^", "$", " ", "ə"].every((symbol) => ids.has(symbol))
  )
    throw new Error("has a .json beside it that is no voice's of the Piper family");
  const language = [record(all["espeak"])["voice"], record(all["language"])["code"]].find(isText) ?? "";
  if (!/^en(?:[-_]|$)/i.test(language))
    throw new Error(
      `speaks ${language === "" ? "an unknown language" : language}: only English texts can be read for it`,
    );
  const inference = record(all["inference"]);
  return {
    rate,
    ids,
    noise: shareOf(inference["noise_scale"], usual.noise),
    lengthNoise: shareOf(inference["noise_w"], usual.lengthNoise),
    length: shareOf(inference["length_scale"], usual.length),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

const shareOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && value >= 0 && value <= 5 ? value : otherwise;
