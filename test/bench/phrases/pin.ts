// Pins: records the present meaning of the pinned phrases, and of forms and words of the grammar.

import { placeOf } from "../../../src/flow/engine/understand/hearing/slots.ts";
import { understand } from "../../../src/flow/engine/understand/understand.ts";
import { step } from "../../../src/flow/engine/run/step.ts";
import { hear } from "../../../src/flow/grammar/hearing.ts";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";
import { exampleOf } from "../../flow/grammar/examples.ts";
import { recordRows, unreadForms } from "../../flow/grammar/rows.ts";
import { recordExpectations } from "../../flow/engine/guide/pinned.ts";
import { readTalks, recordTalks, tellTalks } from "../../flow/engine/run/pinned/pinned-talks.ts";
import { recordSayings } from "../../flow/grammar/said.ts";
import { type Phrase, pointOf } from "../../phrases/corpus.ts";
import { readPinned, recordPinned, told } from "../../phrases/pinned.ts";

/** Adds an example for each form that has none. */
export async function pin(): Promise<void> {
  const talks = await readTalks();
  const told = await tellTalks(talks, step);
  await recordTalks(talks.map((talk, at) => ({ ...talk, told: told[at] ?? [] })));
  await recordExpectations();
  for (const code of spokenLanguages) {
    const pinned = (await readPinned(code)).map(({ phrase }) => ({ phrase, meaning: meaningOf(phrase) }));
    await recordPinned(code, pinned);
    const language = languageOf(code);
    const examples = (await unreadForms(language)).flatMap((form) => exampleOf(form, language) ?? []);
    await recordRows(language, examples);
    await recordSayings(language);
    console.log(`${code}: ${examples.length} new examples`);
    for (const { type, form } of await unreadForms(language)) console.log(`  none for ${type}: ${form}`);
  }
}

function meaningOf(phrase: Phrase): string {
  const point = pointOf(phrase);
  return told(understand(phrase.said, point), hear(phrase.said, placeOf(point)).decisions);
}
