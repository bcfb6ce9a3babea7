// Choice options: the present options of a choice, written in the flow or taken from its data.

import { evaluate, holds } from "../../../language/expression/evaluator.ts";
import type { PhrasesByLanguage, VariableType } from "../../../language/program.ts";
import type { WantedOption } from "../../understand/understanding.ts";
import { optionsFromData } from "./options-from-data.ts";
import { scopeOf, type FlowView } from "../expression-scope.ts";

/** Present options with their labels in the call's language. Empty for types other than choices. */
export function optionsOf(type: VariableType, view: FlowView): readonly WantedOption[] {
  if (type.kind !== "choice") return [];
  if ("from" in type) return optionsFromData(evaluate(type.from, scopeOf(view)));
  const scope = scopeOf(view);
  return type.options
    .filter((option) => option.if === undefined || holds(option.if, scope))
    .map((option) => ({
      id: option.id,
      label: option.label.get(view.language) ?? option.label.get(view.program.language) ?? spaced(option.id),
      synonyms: namesIn(option.synonyms, view),
      ...(option.description === undefined ? {} : { description: option.description }),
      ...(option.dtmf === undefined ? {} : { dtmf: option.dtmf }),
    }));
}

/** Synonyms in the call's language, else in the flow's own. */
export function namesIn(names: PhrasesByLanguage, { language, program }: FlowView): readonly string[] {
  return names.get(language) ?? names.get(program.language) ?? [];
}

function spaced(id: string): string {
  return id.replaceAll("_", " ");
}
