// Examples in a chapter of the manual: complete flows, with the dialogues that are printed below them.

import { completeFlow } from "../../src/manual/complete-flow.ts";
import { type DialogueLine, fences, linesOf } from "../../src/manual/fences.ts";

export interface Dialogue {
  /** Keys of a test in YAML, without braces: `mocks: {check: {ok: true}}`. */
  readonly given: string;
  readonly lines: readonly DialogueLine[];
}

interface Example {
  /** A whole flow. */
  readonly flow: string;
  readonly dialogues: readonly Dialogue[];
}

interface Fence {
  readonly language: string;
  readonly info: string;
  readonly content: string;
}

export function examplesOf(markdown: string): readonly Example[] {
  const examples: { flow: string; dialogues: Dialogue[] }[] = [];
  for (const { language, info, content } of fencesOf(markdown)) {
    if (language === "yaml") examples.push({ flow: completeFlow(content), dialogues: [] });
    if (language === "dialogue") examples.at(-1)?.dialogues.push({ given: info, lines: linesOf(content) });
  }
  return examples;
}

function fencesOf(markdown: string): readonly Fence[] {
  return [...markdown.matchAll(fences)].map(([, language = "", info = "", content = ""]) => ({
    language,
    info,
    content,
  }));
}
