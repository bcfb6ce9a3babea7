// Outlook: phrases that a flow may expect at any time, for recognisers that accept expectations only once, before the
// first question.

import type { Program } from "../../language/program.ts";

/**
 * Names of options first, then hints, then other words for the options, each once, in the flow's first language.
 * Options from a list at run time are not known yet.
 */
export function outlookOf({ variables, nodes, language }: Program): readonly string[] {
  const options = [...variables.values()].flatMap(({ type }) =>
    type.kind === "choice" && "options" in type ? type.options : [],
  );
  const labels = options.flatMap(({ label }) => label.get(language) ?? []);
  const hints = [...nodes.values()].flatMap(({ listen }) => listen.hints);
  const synonyms = options.flatMap((option) => option.synonyms.get(language) ?? []);
  return [...new Set([...labels, ...hints, ...synonyms])];
}
