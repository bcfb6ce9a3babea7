// Language registry: the languages that flows can speak, by the primary subtag of their BCP 47 tag.

import { german } from "./de/pack.ts";
import { germanRetrieval } from "./de/retrieval.ts";
import { speakGerman } from "./de/names.ts";
import { germanSamples, germanWordings } from "./de/wordings.ts";
import { english } from "./en/pack.ts";
import { englishRetrieval } from "./en/retrieval.ts";
import { speakEnglish } from "./en/names.ts";
import { englishSamples, englishWordings } from "./en/wordings.ts";
import {
  spanish,
  spanishStatements,
  spanishRetrieval,
  spanishSamples,
  spanishWordings,
  speakSpanish,
} from "./es/wordings.ts";
import type { LanguagePack } from "./language-pack.ts";
import type { Retrieval } from "./retrieval.ts";
import type { SampleLines } from "./sample-lines.ts";
import type { Speaker } from "./speaker.ts";
import { englishStatements, germanStatements, type Statements } from "./statements.ts";
import type { Wordings } from "./wordings.ts";

export interface Language {
  readonly pack: LanguagePack;
  readonly speaker: Speaker;
  readonly wordings: Wordings;
  readonly retrieval: Retrieval;
  readonly samples: SampleLines;
  readonly statements: Statements;
}

const inEnglish: Language = {
  pack: english,
  speaker: speakEnglish,
  wordings: englishWordings,
  retrieval: englishRetrieval,
  samples: englishSamples,
  statements: englishStatements,
};

const inGerman: Language = {
  pack: german,
  speaker: speakGerman,
  wordings: germanWordings,
  retrieval: germanRetrieval,
  samples: germanSamples,
  statements: germanStatements,
};

const inSpanish: Language = {
  pack: spanish,
  speaker: speakSpanish,
  wordings: spanishWordings,
  retrieval: spanishRetrieval,
  samples: spanishSamples,
  statements: spanishStatements,
};

const languages: ReadonlyMap<string, Language> = new Map([
  ["en", inEnglish],
  ["de", inGerman],
  ["es", inSpanish],
]);

/** Tags of the languages that have a pack. */
export const spokenLanguages: readonly string[] = [...languages.keys()];

/**
 * Sentences for a waiting caller in the language of a BCP 47 tag; undefined: it is unknown, and another would be
 * wrong.
 */
export function fillersIn(tag: string): Wordings["fillers"] | undefined {
  return find(tag)?.wordings.fillers;
}

/** Words that stop a caller who talks without end, in a language by its BCP 47 tag; undefined: it is unknown. */
export const stopWordsIn = (tag: string): string | undefined => find(tag)?.wordings.stop;

/** Statements by a BCP 47 tag. Undefined: no pack knows what a line in that language states. */
export const statementsIn = (tag: string): Statements | undefined => find(tag)?.statements;

/** The words of a language by its BCP 47 tag; undefined: it is unknown. */
export function packIn(tag: string): LanguagePack | undefined {
  return find(tag)?.pack;
}

/** The language of a BCP 47 tag; an unknown language gets the English pack, wordings and forms. */
export function languageOf(tag: string): Language {
  return find(tag) ?? inEnglish;
}

function find(tag: string): Language | undefined {
  return languages.get(tag.split("-")[0]?.toLowerCase() ?? "");
}

/** Region of a BCP 47 tag ("GB" of en-GB), for objects with a field for it. */
export function regionOf(tag: string): { readonly region?: string } {
  const region = tag.split("-").find((part, at) => at > 0 && /^(?:[a-z]{2}|\d{3})$/i.test(part));
  return region === undefined ? {} : { region: region.toUpperCase() };
}

/** The primary subtag of a BCP 47 tag. */
export const primaryTag = (tag: string): string => (tag.split("-")[0] ?? tag).toLowerCase();

/**
 * The notice for a flow's author and its callers that the built-in recogniser hears another language; follows "is".
 */
export function unheardLanguage(spoken: string, heard: string): string {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return `${names.of(primaryTag(spoken))}: the built-in ears hear ${names.of(primaryTag(heard))}`;
}
