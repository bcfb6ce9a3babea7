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
  "What answer_from answers from: a base of the account by its name, or a list of texts (Markdown), addresses of pages, names of files beside the flow, and of {question, answer}.",
);

export const pair: PlaceSchema = {
  title: "A question and its answer",
  doc: "Needs no model: a caller with this question hears the answer as written.",
  keys: [
    s.key(
      "question",
      s.either(s.words, s.listOf(s.words, { min: 1, max: 20 })),
      "How callers ask it; several wordings help.",
      { required: true },
    ),
    s.key("answer", s.words, "Spoken text.", { required: true }),
  ],
};

const tellingKeys: Readonly<Partial<Record<PlaceName, string>>> = { page: "url", file: "file" };

/** Whether a map may be of this place, where maps of several places may stand. */
export function hasTellingKey(data: ReadonlyMap<string, unknown>, place: PlaceName): boolean {
  const key = tellingKeys[place];
  return key === undefined || data.has(key);
}

export const page: PlaceSchema = {
  title: "A page",
  doc: "The address alone says the same. It is read when the flow is stored, never in a call.",
  keys: [
    s.key("url", s.words, "HTML, Markdown, text or CSV with questions and answers, at most 256 KiB.", {
      required: true,
    }),
  ],
};

export const file: PlaceSchema = {
  title: "A file beside the flow",
  doc: "The name alone says the same, if it has no spaces. A server has it as a source of the flow's own base.",
  keys: [s.key("file", s.words, "Ends in .md, .txt, .html or .csv; at most 256 KiB.", { required: true })],
};
