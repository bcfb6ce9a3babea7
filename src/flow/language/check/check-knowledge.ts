// Checks VF230, VF231, VF232, VF620 and VF621: what a flow answers from, and where it is to.

import type { Located } from "../model/map-reader.ts";
import { type CheckContext, suggestName } from "./check-context.ts";

export function checkKnowledge(checking: CheckContext): void {
  const { model, report, knowledge } = checking;
  const used = usesIn(checking);
  for (const { value, path } of used) {
    if (model.knowledge.has(value)) continue;
    const message = `there is no knowledge '${value}'`;
    const hint = `add it: knowledge: {${value}: [{question: …, answer: …}]}`;
    report({ code: "VF230", path, message, hint, ...suggestName(value, model.knowledge.keys()) });
  }
  const names = new Set(used.map(({ value }) => value));
  for (const [name, { path, base, entries }] of model.knowledge) {
    for (const { value, path: at } of entries)
      if (isAddress(value))
        report({
          code: "VF232",
          path: at,
          message: `'${value}' is not fetched: callers would hear it as it stands`,
          hint: `add it to a base of the account with POST /v1/knowledge/${name}/sources, and write ${name}: ${name}`,
        });
    // What a library brings may be for other flows.
    if (!names.has(name) && !model.isLibrary && path[0] === "knowledge")
      report({
        code: "VF231",
        path,
        atKey: true,
        message: `nothing is answered from '${name}'`,
        hint: `write answer_from: ${name} at a node or under 'defaults', or remove it`,
      });
    if (base === undefined || knowledge.passagesIn === undefined) continue;
    const passages = knowledge.passagesIn(base.value);
    if (passages !== undefined && passages > 0) continue;
    report({
      code: "VF620",
      path: base.path,
      message:
        passages === undefined
          ? `the account has no base '${base.value}'`
          : `the base '${base.value}' has nothing in it yet`,
      hint: `add a source with POST /v1/knowledge/${base.value}/sources`,
    });
  }
  for (const { id, path, verb, fields } of model.nodes.values()) {
    if (verb !== "answer_from" || fields.has("not_found")) continue;
    const message = `'${id}' does not say where to go when it finds no answer`;
    report({ code: "VF621", path, atKey: true, message, hint: "add not_found" });
  }
}

/** A page's URL or the path of a file, and nothing else. */
const isAddress = (text: string): boolean =>
  /^\s*(?:https?:\/\/\S+|\S*\.(?:md|markdown|txt|html?|csv|pdf|docx))\s*$/i.test(text);

function usesIn({ model }: CheckContext): readonly Located<string>[] {
  const all = [model.defaults.answerFrom, ...[...model.nodes.values()].map(({ answerFrom }) => answerFrom)];
  return all.flatMap((at) => at ?? []);
}
