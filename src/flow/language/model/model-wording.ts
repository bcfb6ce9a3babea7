// Model of agents' lines: a `say` as written, as recorded, or to be worded by a model, and that model's settings.

import type { LlmSettings } from "../program.ts";
import { sayPlaceOf } from "../schema/say-shape.ts";
import { Fields, type LocatedValue } from "./map-reader.ts";
import type { LocalizedTextModel, SoundModel, WordingModel } from "./model.ts";
import type { TextReader } from "./model-texts.ts";

/** Milliseconds for a model to word a line, where the document sets none. */
const timeoutMsDefault = 3_000;

export interface SayModel {
  /** Text that is spoken where the model or the sound of a line is missing. */
  readonly say: LocalizedTextModel | undefined;
  readonly wording: WordingModel | undefined;
  readonly sound: SoundModel | undefined;
}

export function sayOf(fields: Fields, texts: TextReader): SayModel {
  const say = fields.map("say");
  const form = say && sayPlaceOf(say);
  if (say === undefined || form === undefined)
    return { say: texts.words(fields, "say"), wording: undefined, sound: undefined };
  if (form === "sound") {
    const text = texts.words(say, "text");
    return { say: text, wording: undefined, sound: soundOf(say, text) };
  }
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
    sound: undefined,
  };
}

function soundOf(say: Fields, text: LocalizedTextModel | undefined): SoundModel {
  const path = say.pathOf("sound");
  const one = say.string("sound");
  const languages: readonly (readonly [string, LocatedValue<string>])[] =
    one === undefined
      ? say
          .entries("sound")
          .flatMap(({ key, value, path: at }) =>
            typeof value === "string" ? [[key, { value, path: at }] as const] : [],
          )
      : [...(text?.languages.keys() ?? [])].map((language) => [language, one] as const);
  return { path, byLanguage: one === undefined, languages: new Map(languages) };
}

/** A place's own settings for the model, before inherited ones. Undefined: not set anywhere. */
export function llmOf(...places: readonly (Fields | undefined)[]): LlmSettings | undefined {
  const maps = places.flatMap((place) => place?.map("llm") ?? []);
  const [model] = maps.flatMap((map) => map.words("model") ?? []);
  const [temperature] = maps.flatMap((map) => map.number("temperature") ?? []);
  if (model === undefined && temperature === undefined) return undefined;
  return { ...(model !== undefined && { model }), ...(temperature !== undefined && { temperature }) };
}
