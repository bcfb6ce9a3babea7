// Checks VF701 to VF704 and VF710: the declared languages, the texts of each, and what the recogniser can hear.

import { spokenLanguages } from "../../locale/languages.ts";
import type { PhrasesModel, LocalizedTextModel } from "../model/model.ts";
import { primaryTag, unheardLanguage } from "../../locale/languages.ts";
import { hasPack } from "../model/built-in-handlers.ts";
import { holesOf, textsOf } from "../model/model-texts.ts";
import type { Path } from "../source/problem.ts";
import { type CheckContext, suggestName } from "./check-context.ts";

const tag = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

export function checkLanguages(checking: CheckContext): void {
  declared(checking);
  for (const words of wordsIn(checking)) text(words, checking);
  for (const phrases of phrasesIn(checking)) {
    for (const [language, [first]] of phrases.languages) known(language, first?.path.slice(0, -1), checking);
  }
  for (const { language } of checking.model.nodes.values()) {
    if (language !== undefined) known(language.value, language.path, checking);
  }
  for (const pronunciations of checking.model.pronounce.values()) {
    for (const [language, { path }] of pronunciations) if (language !== "") known(language, path, checking);
  }
  heard(checking);
  understood(checking);
}

/** The recogniser that also receives the question. */
const ears = "openai-realtime-ears";

/** Lists the questions that this recogniser does not receive. */
function understood({ model, report }: CheckContext): void {
  const provider = model.defaults.fields.map("stt")?.string("provider");
  if (provider?.value !== ears) return;
  const nodes = [...model.nodes.values()];
  const names = nodes.flatMap(({ asks, llm }) =>
    asks.flatMap(({ value }) => {
      const variable = model.variables.get(value);
      const helps = llm ?? variable?.llm ?? model.defaults.llm ?? true;
      return variable?.sensitive === true || !helps ? [`'${value}'`] : [];
    }),
  );
  const unasked = [...new Set(names)].join(", ");
  const only = unasked === "" ? "" : `; of ${unasked} they write down the words alone`;
  report({
    code: "VF704",
    path: provider.path,
    message: `these ears report no confidence, so no answer is read back because it was badly heard${only}`,
    hint: "add confirm: explicit where a wrong answer would cost much",
  });
}

/** The first language of the flow that the recogniser does not hear. */
function heard({ model, report, knowledge: { hearsOnly } }: CheckContext): void {
  if (hearsOnly === undefined) return;
  const { fields } = model;
  const language = fields.string("language");
  const all = [...(language === undefined ? [] : [language]), ...fields.strings("languages")];
  const unheard = all.find(({ value }) => tag.test(value) && primaryTag(value) !== primaryTag(hearsOnly));
  if (unheard === undefined) return;
  report({
    code: "VF710",
    path: unheard.path,
    message: `this flow is ${unheardLanguage(unheard.value, hearsOnly)}`,
    hint: "set STT_URL to a recogniser of that language, or choose a vendor (STT_PROVIDER)",
  });
}

function declared({ model, report }: CheckContext): void {
  const { fields } = model;
  const language = fields.string("language");
  const listed = fields.strings("languages");
  for (const at of [...(language === undefined ? [] : [language]), ...listed]) {
    if (!tag.test(at.value)) {
      report({
        code: "VF701",
        path: at.path,
        message: `'${at.value}' is not a language tag`,
        hint: "write en, de or en-GB",
      });
    } else if (!hasPack(at.value) && at !== listed.find(({ value }) => value === language?.value)) {
      report({
        code: "VF703",
        path: at.path,
        message: `there is no language pack for '${at.value}': only keys and a model understand answers`,
        hint: `languages with a pack: ${spokenLanguages.join(", ")}. Write read_back, no_match and no_input, because the engine's defaults are English`,
      });
    }
  }
  if (language === undefined || listed.length === 0 || listed.some(({ value }) => value === language.value))
    return;
  const message = `'${language.value}', the flow's language, is not in this list`;
  report({
    code: "VF701",
    path: fields.pathOf("languages"),
    atKey: true,
    message,
    hint: `write languages: [${[language, ...listed].map(({ value }) => value).join(", ")}]`,
  });
}

/** If the language is written as a key, it is the last part of `path`. */
function known(language: string, path: Path | undefined, { model, report }: CheckContext): void {
  if (path === undefined || model.languages.includes(language)) return;
  const message = `the flow does not speak '${language}'`;
  const way = { ...suggestName(language, model.languages), hint: "add it to 'languages'" };
  report({ code: "VF701", path, ...(path.at(-1) === language && { atKey: true }), message, ...way });
}

function text(words: LocalizedTextModel, checking: CheckContext): void {
  const { model, report } = checking;
  if (words.byLanguage) {
    for (const language of words.languages.keys()) known(language, [...words.path, language], checking);
  }
  const isSpoken = textsOf(words).some(({ template, source }) => {
    const holes = holesOf(template);
    const literal = holes.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), source);
    return /\p{L}/u.test(literal);
  });
  if (model.languages.length < 2 || !isSpoken) return;
  const missing = model.languages.filter((language) => !words.languages.has(language));
  if (missing.length === 0) return;
  report({
    code: "VF702",
    path: words.path,
    message: `this text has no translation for ${missing.join(", ")}`,
    hint: `write {${model.languages.map((language) => `${language}: …`).join(", ")}}`,
  });
}

function wordsIn({ model }: CheckContext): readonly LocalizedTextModel[] {
  const nodes = [...model.nodes.values()];
  const askings = [...nodes, ...model.variables.values(), ...model.types.values(), model.defaults];
  const says = [...nodes, ...model.handlers.values(), ...nodes.flatMap(({ handlers }) => handlers)];
  const labels = [...model.variables.values(), ...model.types.values()].flatMap(({ ask, options = [] }) => [
    ask,
    ...options.map(({ label }) => label),
  ]);
  return [
    ...says.map(({ say }) => say),
    ...askings.flatMap(({ noMatch, noInput, invalid, readBack }) => [noMatch, noInput, invalid, readBack]),
    ...labels,
    ...[...model.tools.values()].map(({ confirm }) => confirm),
  ].filter((words) => words !== undefined);
}

function phrasesIn({ model }: CheckContext): readonly PhrasesModel[] {
  const variables = [...model.variables.values(), ...model.types.values()];
  const handlers = [
    ...model.handlers.values(),
    ...[...model.nodes.values()].flatMap((node) => node.handlers),
  ];
  return [
    ...variables.flatMap(({ synonyms, options = [] }) => [
      synonyms,
      ...options.map((option) => option.synonyms),
    ]),
    ...handlers.map(({ phrases }) => phrases),
  ].filter((phrases) => phrases !== undefined);
}
