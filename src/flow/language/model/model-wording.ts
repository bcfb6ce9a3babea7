// Model of agents' lines: a `say` as it is written, or as a model is to word it, and which model that is.

import type { LlmSettings } from "../program.ts";
import { isWorded } from "../schema/say-shape.ts";
import { Fields } from "./map-reader.ts";
import type { LocalizedTextModel, WordingModel } from "./model.ts";
import type { TextReader } from "./model-texts.ts";

/** How long a model may take to word a line, where the document says nothing, in milliseconds. */
const timeoutMsDefault = 3_000;

export interface SayModel {
  /** Of a line that a model words: what is spoken without it. */
  readonly say: LocalizedTextModel | undefined;
  readonly wording: WordingModel | undefined;
}

export function sayOf(fields: Fields, texts: TextReader): SayModel {
  const say = fields.map("say");
  if (say === undefined || !isWorded(say)) return { say: texts.words(fields, "say"), wording: undefined };
  const lines = (key: string) => say.strings(key).map((at) => texts.line(at));
  return {
    say: texts.words(say, "fallback"),
    wording: {
      path: say.path,
      prompt: texts.optionalLine(say.string("prompt")),
      facts: lines("facts"),
      mustSay: lines("must_say"),
      timeoutMs: say.ms("timeout") ?? timeoutMsDefault,
    },
  };
}

/** What a place says about the model, before what it inherits. Undefined: nobody says anything. */
export function llmOf(...places: readonly (Fields | undefined)[]): LlmSettings | undefined {
  const maps = places.flatMap((place) => place?.map("llm") ?? []);
  const [model] = maps.flatMap((map) => map.words("model") ?? []);
  const [temperature] = maps.flatMap((map) => map.number("temperature") ?? []);
  if (model === undefined && temperature === undefined) return undefined;
  return { ...(model !== undefined && { model }), ...(temperature !== undefined && { temperature }) };
}
