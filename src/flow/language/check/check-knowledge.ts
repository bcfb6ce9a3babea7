// Checks VF230, VF231, VF232, VF620 and VF621: the sources of a flow's answers, and their places.

import type { LocatedValue } from "../model/map-reader.ts";
import { fileRefusal } from "../../knowledge/own-source.ts";
import type { KnowledgeEntry } from "../model/model.ts";
import { type CheckContext, suggestName } from "./check-context.ts";
import { checkPageAddress } from "./check-outbound.ts";

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
    for (const entry of entries) checkSource(entry, checking);
    if (!names.has(name) && path[0] === "knowledge")
      report({
        code: "VF231",
        path,
        atKey: true,
        message: `the knowledge '${name}' is never used`,
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
          : `the base '${base.value}' is empty`,
      hint: `add a source with POST /v1/knowledge/${base.value}/sources`,
    });
  }
  for (const { id, path, verb, fields } of model.nodes.values()) {
    if (verb !== "answer_from" || fields.has("not_found")) continue;
    const message = `'${id}' has no edge for a question without an answer`;
    report({ code: "VF621", path, atKey: true, message, hint: "add not_found" });
  }
}

function checkSource({ value, path, source }: KnowledgeEntry, checking: CheckContext): void {
  const { model, knowledge, report } = checking;
  if (source === undefined) return;
  if (source === "page") {
    if (checkPageAddress(value, path, checking)) return;
  } else {
    const refusal = fileRefusal(value);
    const hint = "give a .md, .txt, .html or .csv file in the flow's folder or below it";
    if (refusal !== undefined) return report({ code: "VF232", path, message: `'${value}' ${refusal}`, hint });
  }
  const read = knowledge.readSource?.(model.id, value);
  if (read === undefined || "passages" in read) return;
  const { problem, hint, isFatal } = read;
  const severity = isFatal ? "error" : "warning";
  report({ code: "VF232", severity, path, message: `'${value}' ${problem}`, hint });
}

function usesIn({ model }: CheckContext): readonly LocatedValue<string>[] {
  const all = [model.defaults.answerFrom, ...[...model.nodes.values()].map(({ answerFrom }) => answerFrom)];
  return all.flatMap((at) => at ?? []);
}
