// Pinned phrases: each keeps its meaning.

import { expect, test } from "bun:test";
import { placeOf } from "../../../src/flow/engine/understand/hearing/slots.ts";
import { understand } from "../../../src/flow/engine/understand/understand.ts";
import { hear } from "../../../src/flow/grammar/hearing.ts";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";
import { pointOf } from "../../phrases/corpus.ts";
import { readPinned, told } from "../../phrases/pinned.ts";

for (const code of spokenLanguages)
  test(`pinned phrases in ${code} keep their meaning; \`bun run bench phrases --pin\` records intended changes`, async () => {
    const changed = (await readPinned(code)).flatMap(({ phrase, meaning }) => {
      const { said, where } = phrase;
      const point = pointOf(phrase);
      const now = told(understand(said, point), hear(said, placeOf(point)).decisions);
      return now === meaning ? [] : [{ said, where, meaning, now }];
    });
    expect(changed).toEqual([]);
  });
