// Checks VF517, VF518, VF519, VF709 and VF711: texts of a model, its name, and the speaking voice.

import { isVerbThat } from "../schema/verbs.ts";
import { primaryTag } from "../../locale/languages.ts";
import type { Fields } from "../model/map-reader.ts";
import type { ActionsModel, NodeModel } from "../model/model.ts";
import { type CheckContext, nearestOrAll } from "./check-context.ts";

export function checkAgents(checking: CheckContext): void {
  const { model } = checking;
  for (const node of model.nodes.values()) {
    wordedLine(node, checking);
    unaskedModel(node, checking);
    voice(node.fields, checking);
    for (const handler of node.handlers) ofHandler(handler, checking);
  }
  for (const handler of model.handlers.values()) ofHandler(handler, checking);
  voice(model.defaults.fields, checking);
  unspoken(checking);
}

function ofHandler(handler: ActionsModel & { readonly fields: Fields }, checking: CheckContext): void {
  withoutFacts(handler, checking);
  voice(handler.fields, checking);
  if (handler.fields.has("llm") && handler.wording === undefined) unused(handler, checking);
}

function wordedLine(node: NodeModel, checking: CheckContext): void {
  const { wording, verb, id } = node;
  withoutFacts(node, checking);
  if (wording === undefined || isVerbThat("speaks", verb)) return;
  checking.report({
    code: "VF517",
    path: wording.path,
    message: `the say of '${id}' cannot be a prompt, because its verb is ${verb}`,
    hint: "move say: {prompt: …} to a node before this one",
  });
}

/** Without facts a model can state only those of the fallback, so its line hardly needs a model. */
function withoutFacts({ wording }: ActionsModel, { report }: CheckContext): void {
  if (wording === undefined || wording.facts.length + wording.mustSay.length > 0) return;
  report({
    code: "VF519",
    path: wording.path,
    message: "the model may state only the facts of the fallback",
    hint: "add facts: […], unless the line needs no numbers or names",
  });
}

function unaskedModel(node: NodeModel, checking: CheckContext): void {
  const { fields, verb, wording } = node;
  if (!fields.has("llm")) return;
  const isUsed =
    isVerbThat("asks", verb) ||
    (fields.map("llm") !== undefined && (isVerbThat("listens", verb) || wording !== undefined));
  if (!isUsed) unused(node, checking);
}

function unused({ path }: ActionsModel, { report }: CheckContext): void {
  report({
    code: "VF518",
    path: [...path, "llm"],
    atKey: true,
    message: "this llm has no effect: the node asks no model, or it sets nothing",
    hint: "remove it",
  });
}

function voice(place: Fields, { report, knowledge }: CheckContext): void {
  const name = place.map("voice")?.string("name");
  const { voices } = knowledge;
  if (name === undefined || voices === undefined || voices.includes(name.value)) return;
  report({
    code: "VF709",
    path: name.path,
    message: `the voice provider in use has no voice '${name.value}'`,
    ...nearestOrAll(name.value, voices),
  });
}

/** The language of the built-in voices, which are those whose names are known. */
const builtIn = "en";

/** The first language of the flow that the voice in use does not speak. */
function unspoken({ model: { fields }, report, knowledge: { voices } }: CheckContext): void {
  if (voices === undefined) return;
  const language = fields.string("language");
  const all = [...(language === undefined ? [] : [language]), ...fields.strings("languages")];
  const other = all.find(({ value }) => primaryTag(value) !== builtIn);
  if (other === undefined) return;
  report({
    code: "VF711",
    path: other.path,
    message: `the built-in voice speaks only English, not '${other.value}'`,
    hint: "set TTS_URL to a server for that language, or choose a vendor (TTS_PROVIDER)",
  });
}
