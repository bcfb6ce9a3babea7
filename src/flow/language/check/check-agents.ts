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
    message: `'${id}' has its own words to say: a model words none for ${verb}`,
    hint: "write say: {prompt: …} in a node before this one",
  });
}

/** A fallback alone is all that the model could say, and then it needs no model. */
function withoutFacts({ wording }: ActionsModel, { report }: CheckContext): void {
  if (wording === undefined || wording.facts.length + wording.mustSay.length > 0) return;
  report({
    code: "VF519",
    path: wording.path,
    message: "the model may state only what the fallback states",
    hint: "add facts: […], or leave it so for a line without numbers and names",
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
    message: "no model is asked here, or nothing is said about it",
    hint: "leave it out",
  });
}

function voice(place: Fields, { report, knowledge }: CheckContext): void {
  const name = place.map("voice")?.string("name");
  const { voices } = knowledge;
  if (name === undefined || voices === undefined || voices.includes(name.value)) return;
  report({
    code: "VF709",
    path: name.path,
    message: `the voice in use has no '${name.value}'`,
    ...nearestOrAll(name.value, voices),
  });
}

/** The language of the built-in voices, which are those whose names are known. */
const builtIn = "en";

/** The first language of the flow's that the voice in use does not speak. */
function unspoken({ model: { fields }, report, knowledge: { voices } }: CheckContext): void {
  if (voices === undefined) return;
  const language = fields.string("language");
  const all = [...(language === undefined ? [] : [language]), ...fields.strings("languages")];
  const other = all.find(({ value }) => primaryTag(value) !== builtIn);
  if (other === undefined) return;
  report({
    code: "VF711",
    path: other.path,
    message: `the built-in voice speaks English, and reads '${other.value}' as if it were that`,
    hint: "set TTS_URL to a server that speaks it, or choose a vendor (TTS_PROVIDER)",
  });
}
