// Guide context: inputs of an expectation, for one language and one day.

import type { Language } from "../../grammar/language.ts";
import type { LanguagePack } from "../../locale/language-pack.ts";
import type { Sayer } from "./sayer.ts";

export interface GuideContext {
  readonly pack: LanguagePack;
  readonly language: Language;
  readonly sayer: Sayer;
  /** Days since 1970. */
  readonly today: number;
}
