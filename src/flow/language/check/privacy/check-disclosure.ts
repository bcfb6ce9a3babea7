// Check VF713: a flow that calls people says at its beginning that a machine speaks, as the law wants it in Europe.

import { machine } from "../../model/built-in-handlers.ts";
import type { NodeModel } from "../../model/model.ts";
import type { CheckContext } from "../check-context.ts";

/** Words of a machine that names itself, in the languages that are read here. */
const disclosing: Readonly<Record<string, RegExp>> = {
  en: /\b(?:automated|automatic|assistant|virtual|artificial|a\.?i\.?|computer|machine|robot|bot|digital)\b/i,
  de: /automat|assistent|virtuell|künstlich|\bki\b|computer|maschin|roboter|\bbot\b|digital/i,
};
/** From the start to the first question. */
const nodesMax = 12;

export function checkDisclosure({ model, graph, report }: CheckContext): void {
  const handler = [...model.handlers.values()].find(({ name, disabled }) => name === machine && !disabled);
  if (handler === undefined || model.isLibrary || model.start === undefined) return;
  const beginning: NodeModel[] = [];
  const open = [model.start.value];
  for (const id of open) {
    const node = model.nodes.get(id);
    if (node === undefined || beginning.includes(node) || beginning.length >= nodesMax) continue;
    beginning.push(node);
    if (node.verb === "say") open.push(...(graph.edges.get(id) ?? []).map(({ to }) => to));
  }
  for (const language of model.languages) {
    const words = disclosing[language.split("-")[0] ?? ""];
    if (words === undefined || beginning.some((node) => isSaid(node, language, words))) continue;
    report({
      code: "VF713",
      path: model.start.path,
      message: "the flow calls people and does not say that a machine speaks",
      hint: language.startsWith("de")
        ? 'begin with "Hier spricht ein automatischer Assistent"'
        : 'begin with "This is an automated assistant"',
    });
    return;
  }
}

function isSaid({ say }: NodeModel, language: string, words: RegExp): boolean {
  if (say === undefined) return false;
  const own = say.byLanguage ? (say.languages.get(language) ?? []) : [...say.languages.values()].flat();
  return own.some(({ source }) => words.test(source));
}
