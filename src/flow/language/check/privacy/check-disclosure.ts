// Check VF713: a flow that calls people says at its beginning that a machine speaks, as European law requires.

import { packIn } from "../../../locale/languages.ts";
import { machine } from "../../model/built-in-handlers.ts";
import type { NodeModel } from "../../model/model.ts";
import type { CheckContext } from "../check-context.ts";

/** Nodes from the start to the first question. */
const nodesMax = 12;

export function checkDisclosure({ model, graph, report }: CheckContext): void {
  const handler = [...model.handlers.values()].find(({ name, disabled }) => name === machine && !disabled);
  if (handler === undefined || model.start === undefined) return;
  const beginning: NodeModel[] = [];
  const open = [model.start.value];
  for (const id of open) {
    const node = model.nodes.get(id);
    if (node === undefined || beginning.includes(node) || beginning.length >= nodesMax) continue;
    beginning.push(node);
    if (node.verb === "say") open.push(...(graph.edges.get(id) ?? []).map(({ to }) => to));
  }
  for (const language of model.languages) {
    const disclosure = packIn(language)?.disclosure;
    if (disclosure === undefined || beginning.some((node) => isSaid(node, language, disclosure.words)))
      continue;
    report({
      code: "VF713",
      path: model.start.path,
      message: "the flow calls people and does not say that a machine speaks",
      hint: `begin with "${disclosure.example}"`,
    });
    return;
  }
}

function isSaid({ say }: NodeModel, language: string, words: RegExp): boolean {
  if (say === undefined) return false;
  const texts = say.byLanguage ? (say.languages.get(language) ?? []) : [...say.languages.values()].flat();
  return texts.some(({ source }) => words.test(source));
}
