// Pinned phrases: each still means what it meant.

import { expect, test } from "bun:test";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";
import { meaningOf, readPinned } from "../../phrases/pinned.ts";

for (const tag of spokenLanguages)
  test(`pinned phrases in ${tag} mean what they meant; \`bun run bench phrases --pin\` records what is meant to change`, async () => {
    const changed = (await readPinned(tag)).flatMap(({ phrase, meaning }) => {
      const now = meaningOf(phrase);
      return now === meaning ? [] : [{ said: phrase.said, where: phrase.where, meaning, now }];
    });
    expect(changed).toEqual([]);
  });
