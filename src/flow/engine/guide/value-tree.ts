// Value tree: phrases for a variable, with its own words around it.

import type { Language } from "../../grammar/language.ts";
import { maskMark } from "../../value/postcodes.ts";
import type { AskedVariable, ValueRule, WantedOption } from "../understand/understanding.ts";
import { likelyValues, numberingOf, type Values } from "./likely-values.ts";
import {
  anyOf,
  formsTree,
  type MaybeSayable,
  optional,
  phraseForms,
  phrasesTree,
  repeat,
  sequence,
} from "./phrase-tree.ts";
import type { GuideContext } from "./guide-context.ts";
import type { Sayer } from "./sayer.ts";
import { lengthsOf, namesOf, placesOf } from "./short-answers.ts";
import { spokenWords } from "./spoken-words.ts";

interface ValueTrees {
  /** Hardly ambiguous values. */
  readonly clear: MaybeSayable;
  /** Ambiguous values ("seven"), which count only at their own question. */
  readonly bare: MaybeSayable;
}

/** Meant only when asked for. */
const onlyWhenAsked: ReadonlySet<string> = new Set(["boolean", "digits", "text", "email", "code"]);

/** A value with the words around it; undefined where nothing can be expected. */
export function variableTree(asked: AskedVariable, isAsked: boolean, guiding: GuideContext): MaybeSayable {
  const { wanted, synonyms, question = "" } = asked;
  if (!isAsked && onlyWhenAsked.has(wanted.kind)) return undefined;
  const { language } = guiding;
  const spokenSynonyms = synonyms.map((each) => spokenWords(each, language));
  const names = phrasesTree(
    spokenSynonyms.length > 0 || wanted.kind !== "number" ? spokenSynonyms : nounsOf(question, language),
  );
  const [before, after] = [phrasesTree(guiding.sayer.words(`before_${wanted.kind}`)), optional(names, true)];
  const { clear, bare } = valueTrees(asked, guiding);
  if (!isAsked)
    return anyOf(
      sequence(...optional(before), clear, ...after),
      sequence(before, bare, ...after),
      sequence(bare, names),
    );
  return anyOf(
    sequence(...optional(before), anyOf(clear, bare), ...after),
    wanted.kind === "number" ? sequence(phrasesTree(language.beforeCountSet), bare, names) : undefined,
  );
}

/** Words of its question expected after a number: "six people". Its noun comes late in it. */
const questionNounsMax = 4;

const nounsOf = (question: string, { besideSet, doubtOf, articleSet }: Language): readonly string[] =>
  (question.toLowerCase().match(/[\p{L}']+/gu) ?? [])
    .filter((word) => !besideSet.has(word) && !doubtOf.has(word) && !articleSet.has(word))
    .slice(-questionNounsMax);

/** "We are five", "a party of six": a number of people as a sentence of its own. */
export function partyTree(
  { wanted, synonyms, question = "" }: AskedVariable,
  guiding: GuideContext,
): MaybeSayable {
  const { language, sayer, today } = guiding;
  const isOfPeople = [...synonyms, ...nounsOf(question, language)].some((each) =>
    language.peopleSet.has(language.stem(each.toLowerCase())),
  );
  if (wanted.kind !== "number" || !isOfPeople) return undefined;
  const numbers = likelyValues(wanted, today).bare.flatMap(([, values]) => values);
  const names = phrasesTree(synonyms.length > 0 ? synonyms : nounsOf(question, language));
  return anyOf(sequence(sayer.of("headcount", numbers), ...optional(names)), sayer.of("party", numbers));
}

/** Field of an entry, said beside the other fields. */
export function fieldTree(field: AskedVariable, guiding: GuideContext): MaybeSayable {
  if (field.wanted.kind === "choice") return namesTree(field.wanted.options, guiding);
  const { clear, bare } = valueTrees(field, guiding);
  return anyOf(clear, bare);
}

function valueTrees(
  { wanted, question = "", name, synonyms }: AskedVariable,
  guiding: GuideContext,
): ValueTrees {
  const { sayer, language, today } = guiding;
  switch (wanted.kind) {
    case "choice":
      return choiceTrees(wanted, guiding);
    case "digits":
      return { clear: undefined, bare: digitsTree(lengthsOf(wanted), sayer) };
    case "code":
      return {
        clear: undefined,
        bare: anyOf(...wanted.mask.split(maskMark).map((mask) => codeTree(mask, sayer))),
      };
    case "phone":
      return { clear: phoneTree(wanted.region, sayer), bare: undefined };
    default: {
      const { clear, bare } = likelyValues(wanted, today);
      const treeOf = (all: readonly Values[]): MaybeSayable =>
        anyOf(...all.map(([type, values]) => sayer.of(type, values)));
      const isMeasure = wanted.kind === "duration" || wanted.kind === "amount";
      // A number without a unit is always read back.
      const isNamed =
        !isMeasure ||
        language
          .plain([question, name.replaceAll("_", " "), ...synonyms].join(" "))
          .some((word) => language.unitOf.get(word) === wanted.unit);
      return { clear: treeOf(clear), bare: isNamed ? treeOf(bare) : undefined };
    }
  }
}

/** Limit of options listened for by place. */
const placesMax = 10;

function choiceTrees({ options }: Extract<ValueRule, { kind: "choice" }>, guiding: GuideContext): ValueTrees {
  const { language, sayer } = guiding;
  const taken = new Set(options.flatMap((option) => namesOf(option, language)));
  const places = options.slice(0, placesMax).flatMap((_, at) =>
    phraseForms(
      placesOf(options, at, { ...guiding, isAlone: false }).filter((phrase) => !taken.has(phrase)),
      `at ${at}`,
    ),
  );
  const articles = phrasesTree(sayer.words("article"));
  return {
    clear: sequence(...optional(articles), namesTree(options, guiding)),
    bare: formsTree(places),
  };
}

const namesTree = (options: readonly WantedOption[], { language }: GuideContext): MaybeSayable =>
  formsTree(options.flatMap((option) => phraseForms(namesOf(option, language), option.id)));

const digits = Array.from("0123456789");
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

function digitsTree(lengths: readonly number[], sayer: Sayer): MaybeSayable {
  const [min, max] = [lengths[0], lengths.at(-1)];
  return min === undefined || max === undefined ? undefined : repeat(sayer.of("dig", digits), min, max);
}

function codeTree(mask: string, sayer: Sayer): MaybeSayable {
  const [letter, digit] = [sayer.of("char", letters), sayer.of("dig", digits)];
  const kinds: Readonly<Record<string, MaybeSayable>> = { A: letter, "9": digit, "*": anyOf(letter, digit) };
  return sequence(...Array.from(mask).flatMap((place) => (place in kinds ? [kinds[place]] : [])));
}

/** A number as it is dialled within the country, or with the country's calling code. */
function phoneTree(region: string, sayer: Sayer): MaybeSayable {
  const { national, code, prefix } = numberingOf(region);
  const digitTrees = (text: string): readonly MaybeSayable[] =>
    Array.from(text, (digit) => sayer.of("dig", [digit]));
  // No national number begins with zero, or with the code of a country of one digit.
  const first = sayer.of(
    "dig",
    digits.slice(1).filter((digit) => digit !== code),
  );
  const number = sequence(
    first,
    digitsTree(
      national.map((length) => length - 1),
      sayer,
    ),
  );
  const home = sequence(...digitTrees(prefix), number);
  const [plus] = sayer.words("plus");
  const abroad = code === "" || plus === undefined ? undefined : sequence(plus, ...digitTrees(code), number);
  return anyOf(home, abroad);
}
