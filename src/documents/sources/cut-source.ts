// Chunking of a source: cuts a text of a knowledge base into passages, each with its search terms, in slices.

import { Fault } from "../../base/fault.ts";
import { slicePassagesMax } from "../../flow/knowledge/knowledge-index.ts";
import type { SourceForm } from "../../flow/knowledge/own-source.ts";
import { type Passage, passagesOf, plain } from "../../flow/knowledge/passage.ts";
import { indexOf, type Postings } from "../../flow/knowledge/ranking.ts";
import { inParts, type PartSize } from "../../base/limits/in-parts.ts";
import { csvPairs } from "./csv-pairs.ts";
import { htmlText, htmlTitle } from "./html-text.ts";

export interface UncutSource {
  readonly kind: SourceForm;
  readonly text: string;
  /** BCP 47; the language decides which forms belong to one word. */
  readonly language: string;
}

export interface CutSlice {
  readonly passages: readonly Passage[];
  readonly terms: readonly (readonly [term: string, postings: Postings])[];
  readonly termCount: number;
}

export interface CutSource {
  /** Title of the source; empty if it has none. */
  readonly title: string;
  readonly slices: readonly CutSlice[];
}

/**
 * Form for sending between threads and for writing. Terms are JSON, because tens of thousands of objects in one
 * message hold up the thread that serves calls, and a text does not.
 */
export interface PackedSource {
  readonly title: string;
  readonly slices: readonly PackedSlice[];
}

interface PackedSlice {
  readonly passages: readonly Passage[];
  /** Each is written in one transaction. */
  readonly termParts: readonly string[];
  readonly termCount: number;
}

/** In one transaction, during which no call is served: about 3 ms. */
const termsAtOnce: PartSize = { rowsMax: 400, charsMax: 64 * 1_024 };

export function packedSource({ title, slices }: CutSource): PackedSource {
  const packed = slices.map(({ passages, terms, termCount }) => {
    const texts = terms.map(([term, postings]) => [term, postings.toBase64()] as const);
    const parts = inParts(texts, termsAtOnce, ([term, postings]) => term.length + postings.length);
    return { passages, termParts: parts.map((part) => JSON.stringify(part)), termCount };
  });
  return { title, slices: packed };
}

/** Terms in one part of `termParts`. */
export function termsIn(part: string): readonly (readonly [term: string, postings: Postings])[] {
  const texts = JSON.parse(part) as readonly (readonly [string, string])[];
  return texts.map(([term, postings]) => [term, Uint8Array.fromBase64(postings)]);
}

/** About 70,000 words. */
const passagesMax = 2_000;

/** Throws `knowledge/invalid` for a source without words or pairs, or with too many. */
export function cutSource({ kind, text, language }: UncutSource): CutSource {
  const passages = passagesOfSource(kind, text);
  const slices = Array.from({ length: Math.ceil(passages.length / slicePassagesMax) }, (_, at) => {
    const slicePassages = passages.slice(at * slicePassagesMax, (at + 1) * slicePassagesMax);
    const { terms, termCount } = indexOf(slicePassages, language);
    return { passages: slicePassages, terms: [...terms], termCount };
  });
  return { title: kind === "html" ? htmlTitle(text) : "", slices };
}

/** Throws as `cutSource` does. */
export function passagesOfSource(kind: SourceForm, text: string): readonly Passage[] {
  const passages = passagesIn(kind, text);
  if (passages.length === 0) throw invalid("There are no words in it.");
  if (passages.length <= passagesMax) return passages;
  const [has, max] = [passages.length, passagesMax].map((number) => number.toLocaleString("en"));
  throw invalid(`It has ${has} passages, and a source has at most ${max}: divide it.`);
}

function passagesIn(kind: SourceForm, text: string): readonly Passage[] {
  switch (kind) {
    case "markdown":
      return passagesOf(text);
    case "text":
      return passagesOf(text, { headed: false });
    case "html":
      return passagesOf(htmlText(text));
    case "csv": {
      const pairs = csvPairs(text);
      if (pairs === undefined)
        throw invalid(
          "Each row of the CSV has a question and an answer, with a comma or a semicolon between.",
        );
      return pairs.map(({ question, answer }) => ({
        title: "",
        text: plain(answer),
        questions: [question],
      }));
    }
  }
}

const invalid = (why: string): Fault => new Fault("knowledge/invalid", `The source cannot be used. ${why}`);
