// Type grammar: what may be said for a value of each type, the counterpart of the matchers in `understand/types`.

import { getCountryCallingCode, isSupportedCountry, Metadata } from "libphonenumber-js/min";
import { unreachable } from "../../../base/assert.ts";
import type { LanguagePack } from "../../locale/language-pack.ts";
import { indexOfPlace } from "../../locale/places.ts";
import type { AskedVariable, Wanted, WantedOption } from "../understand/understanding.ts";
import { datesTrees, type ValueTrees, timesTrees } from "./date-phrases.ts";
import { measureTrees } from "./measure-phrases.ts";
import { rangeTree } from "./range-phrases.ts";
import {
  cardinalsTree,
  decimalsTree,
  digitTree,
  NUMBER_MAX,
  phrasesWithin,
  type NumberBounds,
} from "./number-phrases.ts";
import { spokenWords } from "./spoken-words.ts";
import {
  anyOf,
  type PhraseForm,
  formsTree,
  type MaybeSayable,
  optional,
  phraseForms,
  phrasesTree,
  repeat,
  sequence,
} from "./phrase-tree.ts";
import type { GuideWords } from "./guide-words.ts";

export interface GuideContext {
  readonly pack: LanguagePack;
  readonly words: GuideWords;
  /** `2026-11-20` */
  readonly today: string;
}

/**
 * The role of a variable at a listening point. `asked`: bare forms count. `again`: they count too, but only common
 * ones are listened for. `open`: only forms that can hardly mean anything else count, or a bare form after a carrier
 * where `isAlone` says that no other variable of this type listens.
 */
export interface VariableRole {
  readonly mode: "asked" | "again" | "open";
  readonly isAlone: boolean;
  /** The types of the other variables that listen. */
  readonly rivals: readonly Wanted["kind"][];
}

/** Only meant when asked for, as in `understand/claims.ts`. */
const onlyWhenAsked: ReadonlySet<string> = new Set(["boolean", "digits", "text", "email", "code"]);
/** Carriers of a type beyond these are rare. */
const carriersMax = 14;
/** So many digits are hardly anything but a phone number. */
const clearDigitsMin = 9;

/** A value with the words around it; undefined when guided recognition can not hear this. */
export function variableTree(asked: AskedVariable, place: VariableRole, guiding: GuideContext): MaybeSayable {
  const { wanted } = asked;
  if (place.mode === "open" && onlyWhenAsked.has(wanted.kind)) return undefined;
  const names = phrasesTree(asked.synonyms.map((each) => spokenWords(each, guiding.words)));
  const before = carriersTree(wanted.kind, place, guiding);
  const { all, clear, bare, lone } = valueTrees(asked, place, guiding);
  const named = optional(names, true);
  if (place.mode === "again") return sequence(...optional(before), anyOf(clear, bare), ...named);
  if (place.mode === "asked") {
    return anyOf(
      sequence(...optional(before), all, ...named),
      // "For one" is what noise makes of "four"; "for one person" is not.
      wanted.kind === "number" ? sequence(phrasesTree(guiding.words.likeNumbers), all, names) : undefined,
      place.rivals.length > 0 ? undefined : sequence(...optional(before), lone),
    );
  }
  // "Five people"; "for five" only where nothing else is a number, and "about five" where nothing else is a time.
  return anyOf(
    sequence(...optional(before), clear, ...named),
    place.isAlone ? sequence(tellingTree(wanted.kind, place, guiding), bare, ...named) : undefined,
    sequence(...(place.isAlone ? [] : optional(before)), bare, names),
  );
}

/** A field of an entry, said beside the other fields: by its own words alone, neither by its place nor with a carrier. */
export function fieldTree(field: AskedVariable, place: VariableRole, guiding: GuideContext): MaybeSayable {
  const { wanted } = field;
  if (wanted.kind === "choice") return formsTree(namesOfAll(wanted.options, guiding.words));
  const { clear, bare } = valueTrees(field, place, guiding);
  return anyOf(clear, bare);
}

function carriersTree(
  kind: Wanted["kind"],
  { mode }: VariableRole,
  { pack, words }: GuideContext,
): MaybeSayable {
  const known = pack.carriers[kind].before.slice(0, carriersMax).map((each) => spokenWords(each, words));
  const isLikeNumber = (each: string): boolean =>
    kind === "number" && mode !== "open" && words.likeNumbers.has(each);
  const all = known.filter((each) => !isLikeNumber(each));
  if (mode === "open") return phrasesTree(withoutArticle(all, words));
  // Where one belongs, the value has it: "on the fifth", but not "on the tomorrow".
  const article = ` ${words.the}`;
  return phrasesTree(
    all
      .map((each) => ` ${each}`)
      .map((each) => (each.endsWith(article) ? each.slice(0, -article.length) : each).trim()),
  );
}

/**
 * Carriers without a final article: in "for the fifth" it belongs to the day, and "for" alone may announce anything.
 */
const withoutArticle = (carriers: readonly string[], words: GuideWords): readonly string[] =>
  carriers.filter((each) => each.split(" ").at(-1) !== words.the);

/** Carriers that no other open type has, so that they announce this one alone. */
function tellingTree(
  kind: Wanted["kind"],
  { rivals }: VariableRole,
  { pack, words }: GuideContext,
): MaybeSayable {
  const shared = new Set(rivals.flatMap((rival) => (rival === kind ? [] : pack.carriers[rival].before)));
  const own = pack.carriers[kind].before.slice(0, carriersMax).filter((each) => !shared.has(each));
  return phrasesTree(
    withoutArticle(
      own.map((each) => spokenWords(each, words)),
      words,
    ),
  );
}

interface Values extends ValueTrees {
  /** Phrases that count only when nothing else is said: "just me". */
  readonly lone?: MaybeSayable;
}

const bareOnly = (bare: MaybeSayable): Values => ({ all: bare, clear: undefined, bare });

function valueTrees(asked: AskedVariable, { rivals }: VariableRole, guiding: GuideContext): Values {
  const { wanted } = asked;
  const { pack, words } = guiding;
  switch (wanted.kind) {
    case "boolean":
      return bareOnly(formsTree([...phraseForms(pack.yes, "yes"), ...phraseForms(pack.no, "no")]));
    case "number":
      return numberTrees(wanted, words);
    case "money":
      return moneyTrees(wanted, guiding);
    case "duration":
    case "amount":
      return measureTrees(asked, wanted, guiding);
    case "date_range":
    case "time_range":
      return bareOnly(rangeTree(wanted, guiding));
    case "date":
      // A day of birth is never only "the twelfth".
      return datesTrees(guiding, {
        years: mayBeFar(wanted, guiding),
        daysAlone: wanted.max === undefined || wanted.min !== undefined,
      });
    case "time":
      return timeForms(guiding, { namesDay: !rivals.includes("date") });
    case "choice":
      return choiceTrees(wanted, words);
    case "digits":
      return bareOnly(digitsTree(lengthsOf(wanted), words));
    case "code":
      return bareOnly(codeTree(wanted.mask, words));
    case "phone":
      return phoneTrees(wanted.region, words);
    case "name":
    case "email":
    case "text":
      return bareOnly(undefined);
    default:
      return unreachable(wanted);
  }
}

/** Whether the year may be said: for coming days people say it only when it may be another year. */
function mayBeFar(
  { min, max }: { readonly min?: string; readonly max?: string },
  { today }: GuideContext,
): boolean {
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return min === undefined || min < today || min > nextYear || (max !== undefined && max > nextYear);
}

/**
 * `namesDay`: whether the time may name the day too ("at eight tonight"). Where a date listens as well, that is the
 * date's.
 */
function timeForms(guiding: GuideContext, { namesDay }: { readonly namesDay: boolean }): ValueTrees {
  const { all, clear, bare, part } = timesTrees(guiding, { namesDay });
  const after = optional(part);
  return {
    all: sequence(all, ...after),
    clear: sequence(clear, ...after),
    bare: sequence(bare, ...after),
  };
}

const rangeOf = ({
  min = 0,
  max = NUMBER_MAX,
}: {
  readonly min?: number;
  readonly max?: number;
}): NumberBounds => ({
  min: Math.ceil(min),
  max: Math.floor(max),
});

function numberTrees(wanted: Extract<Wanted, { kind: "number" }>, words: GuideWords): Values {
  const range = rangeOf(wanted);
  if (!wanted.integer) return bareOnly(decimalsTree(words, range));
  return {
    ...bareOnly(cardinalsTree(words, range)),
    // Ordinals sound too much like cardinals with something around them: "four", "fourth", "for the eighth".
    lone: phrasesWithin(words, range),
  };
}

/** "Twelve euros", "twelve euros and fifty cents", "fifty cents". */
function moneyTrees(wanted: Extract<Wanted, { kind: "money" }>, { pack, words }: GuideContext): ValueTrees {
  const currency = pack.currencies.get(wanted.currency);
  const spoken = (names: readonly string[]): MaybeSayable =>
    phrasesTree(names.filter((name) => /^\p{L}[\p{L} ]*$/u.test(name) && !isCode(name, wanted.currency)));
  const unit = spoken(currency?.words ?? []);
  const minor = spoken(currency?.minor ?? []);
  const whole = cardinalsTree(words, rangeOf(wanted));
  const rest = cardinalsTree(words, { min: 10, max: 99 });
  const cents = minor === undefined ? undefined : sequence(cardinalsTree(words, { min: 1, max: 99 }), minor);
  const more = anyOf(rest, cents === undefined ? undefined : sequence(...optional(words.and), cents));
  const named = sequence(whole, unit, ...optional(minor === undefined ? undefined : more));
  const small = (wanted.min ?? 0) < 1 ? cents : undefined;
  const clear = anyOf(named, small);
  return { all: anyOf(clear, whole), clear, bare: whole };
}

const isCode = (name: string, currency: string): boolean => name.toUpperCase() === currency;

/** At most so many options are listened for by their place. */
const placesMax = 10;

function choiceTrees({ options }: Extract<Wanted, { kind: "choice" }>, words: GuideWords): ValueTrees {
  const names = namesOfAll(options, words);
  const taken = new Set(names.map(phraseOf));
  const places = words.places.flatMap(([phrase, place]) =>
    Math.abs(place) > placesMax || indexOfPlace(place, options.length) === undefined
      ? []
      : phraseForms([phrase], `at ${place}`),
  );
  const numbered = options.slice(0, placesMax).flatMap(({ dtmf }, index) => {
    const number = words.small[dtmf === undefined ? index + 1 : Number(dtmf)];
    if (number === undefined) return [];
    const phrases = [number, ...words.placeNouns.map((noun) => `${noun} ${number}`)];
    return phraseForms(phrases, `at ${index + 1}`);
  });
  const free = [...places, ...numbered].filter((form) => !taken.has(phraseOf(form)));
  const named = sequence(...optional(phrasesTree(words.articles)), formsTree(names));
  return { all: anyOf(named, formsTree(free)), clear: named, bare: formsTree(free) };
}

const phraseOf = ({ steps }: PhraseForm): string => steps.map(({ key }) => key).join(" ");

const namesOfAll = (options: readonly WantedOption[], words: GuideWords): PhraseForm[] =>
  options.flatMap((option) => phraseForms(namesOf(option, words), option.id));

function namesOf({ id, label, synonyms }: WantedOption, words: GuideWords): readonly string[] {
  const all = [label, ...synonyms, id.replaceAll("_", " ")].map((name) => spokenWords(name, words));
  return [...new Set(all)].filter((name) => name !== "");
}

const lengthsOf = ({ lengthMin, lengthMax }: Extract<Wanted, { kind: "digits" }>): readonly number[] =>
  Array.from({ length: Math.max(0, lengthMax - lengthMin + 1) }, (_, index) => lengthMin + index);

function digitsTree(lengths: readonly number[], words: GuideWords): MaybeSayable {
  const [min, max] = [lengths[0], lengths.at(-1)];
  if (min === undefined || max === undefined) return undefined;
  if (lengths.length === max - min + 1) return repeat(digitTree(words), min, max);
  return anyOf(...lengths.map((length) => repeat(digitTree(words), length)));
}

function codeTree(mask: string, words: GuideWords): MaybeSayable {
  const letter = anyOf(...[...words.letters.values()].flat());
  const digit = digitTree(words);
  const kinds: Readonly<Record<string, MaybeSayable>> = {
    A: letter,
    "9": digit,
    "*": anyOf(letter, digit),
  };
  return sequence(...Array.from(mask).flatMap((place) => (place in kinds ? [kinds[place]] : [])));
}

/** Lengths of phone numbers in a grammar, the commonest first; more make recognition worse. */
const phoneLengthsMax = 3;

/** Numbers as dialled within the country (ISO 3166 code), or with the country's calling code. */
function phoneTrees(region: string, words: GuideWords): ValueTrees {
  const { national, code, prefix } = numberingOf(region);
  const isClear = (length: number): boolean => length + prefix.length >= clearDigitsMin;
  const number = digitsTree(national, words);
  const home = sequence(...digitsOf(prefix, words), number);
  const abroad = code === "" ? undefined : sequence(words.plus, ...digitsOf(code, words), number);
  const all = anyOf(home, abroad);
  return national.every(isClear) ? { all, clear: all, bare: undefined } : bareOnly(all);
}

const digitsOf = (digits: string, words: GuideWords): readonly MaybeSayable[] =>
  Array.from(digits, (digit) => {
    const word = words.small[Number(digit)];
    return digit === "0" ? anyOf(word, ...words.digits) : word;
  });

function numberingOf(region: string) {
  if (!isSupportedCountry(region)) return { national: [], code: "", prefix: "" };
  const metadata = new Metadata();
  metadata.selectNumberingPlan(region);
  const plan = metadata.numberingPlan;
  const lengths = plan?.possibleLengths() ?? [];
  const usual = lengths.filter((length) => length >= clearDigitsMin);
  const national = usual.length > 0 ? usual.slice(0, phoneLengthsMax) : lengths.slice(-phoneLengthsMax);
  const code: string = getCountryCallingCode(region);
  const prefix = plan === undefined ? "" : prefixOf(plan);
  // In North America the national prefix is the country's code, and is not said.
  return { national, code, prefix: prefix === code ? "" : prefix };
}

/** What is dialled before national numbers. The package's types leave this method out. */
function prefixOf(plan: object): string {
  const method: unknown = Reflect.get(plan, "nationalPrefix");
  const prefix: unknown = typeof method === "function" ? Reflect.apply(method, plan, []) : undefined;
  return typeof prefix === "string" && /^[0-9]+$/.test(prefix) ? prefix : "";
}
