// Checks VF308, VF707, VF708 and VF712: pauses, and notations in spoken texts that only other languages have.

import type { Expr } from "../expression/ast.ts";
import { partsOf } from "../expression/dependencies.ts";
import { exprOfHole } from "../expression/evaluator.ts";
import { pauseMsOf } from "../expression/pause.ts";
import { type ExpressionPlace, expressionPlaces } from "../model/expression-places.ts";
import { holesOf } from "../model/model-texts.ts";
import { exprsOf } from "../model/place-dependencies.ts";
import { wrongPhoneIn } from "../../../spoken/en/respelling.ts";
import type { LocatedValue } from "../model/map-reader.ts";
import type { TextModel } from "../model/model.ts";
import type { CheckContext } from "./check-context.ts";

export function checkSpeech(checking: CheckContext): void {
  for (const pronunciations of checking.model.pronounce.values())
    for (const each of pronunciations.values()) pronunciation(each, checking);
  for (const place of expressionPlaces(checking.model)) {
    const isSpoken = place.role === "spoken" || place.role === "tool-spoken";
    pauses(place, isSpoken, checking);
    if (isSpoken && place.line !== undefined) foreign(place.line, checking);
  }
}

function pauses(place: ExpressionPlace, isSpoken: boolean, { report }: CheckContext): void {
  const { line, formula } = place;
  const path = line?.path ?? formula?.path;
  if (path === undefined || line?.source.includes("pause") === false) return;
  const right = new Set(
    isSpoken
      ? holesOf(line?.template)
          .map(exprOfHole)
          .filter((expr) => pauseMsOf(expr) !== undefined)
      : [],
  );
  for (const expr of exprsOf(place).flatMap(pausesIn)) {
    if (right.has(expr)) continue;
    const { from, to } = expr;
    report({
      code: "VF308",
      path,
      ...(line !== undefined && { from, to }),
      message: isSpoken
        ? "a pause must be alone in {{ }} and last 50ms to 10s"
        : "a pause is only possible in spoken text",
      hint: "write {{ pause('500ms') }}",
    });
  }
}

function pausesIn(expr: Expr): readonly Expr[] {
  if (expr.type === "call" && expr.name === "pause") return [expr];
  return partsOf(expr).flatMap(pausesIn);
}

/** Letters and marks of the International Phonetic Alphabet that no language's spelling has. */
const phonetic = /[ˈˌːɑɒɐɜɪʊʌɹɾʃʒθʔɡɫʤʧ]|\/.*[əæɛɔŋ].*\//u;

function pronunciation({ value, path }: LocatedValue<string>, { report }: CheckContext): void {
  const phone = wrongPhoneIn(value);
  const sign = phone ?? phonetic.exec(value)?.[0];
  if (sign === undefined) return;
  report({
    code: "VF712",
    path,
    message: phone === undefined ? `voices do not read '${sign}'` : `'${sign}' is not an English phone`,
    hint: "write syllables (shih-VAWN), or phones with the stress after each vowel (SH IH0 V AO1 N)",
  });
}

/** `{name}`, `${name}` and `%name%`. */
const hole = /\$?\{\s*([\p{L}_][\w.]*)\s*\}|%([\p{L}_]\w*)%/gu;
/** The elements of SSML 1.1 and of the vendors that go beyond it. */
const markUp =
  /<\/?(?:speak|break|emphasis|prosody|say-as|phoneme|sub|voice|audio|lang|mark|lexicon|lookup|token|desc|par|seq|p|s|w|[a-z]+:[a-z-]+)(?:\s[^<>]*)?\/?>/giu;

function foreign({ template = [], path }: TextModel, { report, model }: CheckContext): void {
  let at = 0;
  for (const part of template) {
    if (typeof part !== "string") {
      at = part.to;
      continue;
    }
    for (const match of part.matchAll(hole)) {
      const name = match[1] ?? match[2] ?? "";
      const from = at + match.index;
      const isKnown = model.variables.has(name.split(".")[0] ?? "");
      report({
        code: "VF707",
        path,
        from,
        to: from + match[0].length,
        message: `'${match[0]}' is spoken literally`,
        hint: isKnown ? `write {{ ${name} }}` : "write {{ }} around the name of a variable, or remove it",
      });
    }
    for (const match of part.matchAll(markUp)) {
      const from = at + match.index;
      const isBreak = match[0].toLowerCase().startsWith("<break");
      report({
        code: "VF708",
        path,
        from,
        to: from + match[0].length,
        message: `'${match[0]}' is ignored: mark-up is not supported`,
        hint: isBreak
          ? "write {{ pause('500ms') }}"
          : "remove it, or set the pronunciation of a word under pronounce",
      });
    }
    at += part.length;
  }
}
