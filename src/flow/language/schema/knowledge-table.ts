// Language table, part knowledge: the sources of a flow's answers: pages, files and questions.

import type { Key, PlaceName, PlaceSchema } from "./shape.ts";
import * as s from "./shapes.ts";

export const knowledge: Key = s.key(
  "knowledge",
  s.dictionary(
    "knowledge",
    s.either(
      s.words,
      s.listOf(s.either(s.words, s.map("page"), s.map("file"), s.map("pair")), { min: 1, max: 500 }),
    ),
  ),
  "Sources of answer_from: the name of a knowledge base of the account, or a list of texts (Markdown), URLs of pages, files beside the flow, and {question, answer}.",
);

export const pair: PlaceSchema = {
  title: "A question and its answer",
  doc: "Needs no model: a caller who asks the question hears the answer as written.",
  keys: [
    s.key(
      "question",
      s.either(s.words, s.listOf(s.words, { min: 1, max: 20 })),
      "Question as callers ask it. Several wordings help.",
      { required: true },
    ),
    s.key("answer", s.words, "Spoken text.", { required: true }),
  ],
};

const tellingKeys: Readonly<Partial<Record<PlaceName, string>>> = { page: "url", file: "file" };

/** Whether a map has the key that marks this place, where maps of several places are allowed. */
export function hasTellingKey(data: ReadonlyMap<string, unknown>, place: PlaceName): boolean {
  const key = tellingKeys[place];
  return key === undefined || data.has(key);
}

export const page: PlaceSchema = {
  title: "A page",
  doc: "The URL alone has the same effect. The page is fetched when the flow is stored, never in a call.",
  keys: [
    s.key("url", s.words, "HTML, Markdown, text or CSV with questions and answers, at most 256 KiB.", {
      required: true,
    }),
  ],
};

export const file: PlaceSchema = {
  title: "A file beside the flow",
  doc: "A name without spaces alone has the same effect. On a server, the file is a source of the flow's knowledge base.",
  keys: [s.key("file", s.words, "Ends in .md, .txt, .html or .csv; at most 256 KiB.", { required: true })],
};
