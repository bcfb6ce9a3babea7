// Twilio Studio export: the JSON of a flow definition as a source flow.

import { exportNodesMax, type Fields } from "../export-data.ts";
import { ImportProblem } from "../import-problem.ts";
import type { ImportSource } from "../import-source.ts";
import { notTakenOver } from "../mapping-notes.ts";
import type { SourceFlow, SourceNode, SourceSetting } from "../source-flow.ts";
import { UniqueIds } from "../unique-ids.ts";
import { answersIn } from "./gathered-answers.ts";
import { hasLogic, liquidBuiltIn, liquidName, namesIn, shortName } from "./liquid.ts";
import { targetOf, type Widget } from "./studio-widget.ts";
import { widgetOf } from "./widgets.ts";

export const twilio: ImportSource = {
  name: "twilio",
  aliases: ["twilio-studio", "studio"],
  label: "Twilio Studio",
  exports: "the definition of a flow",
  recognises: (data) =>
    flowIn(data)
      .list("states")
      .some((state) => state.has("type") && state.has("transitions")),
  read: readStudio,
};

/** The record of a flow in Twilio's API has the definition under a key. */
function flowIn(data: Fields): Fields {
  const inner = data.at("definition");
  return inner.has("states") ? inner : data;
}

/** Entries of a call, likeliest first. */
const ways = ["incomingCall", "incomingRequest", "incomingParent"];

function readStudio(data: Fields): SourceFlow {
  const flow = flowIn(data);
  const states = flow.list("states");
  if (states.length === 0)
    throw new ImportProblem("it has no states: a flow of Twilio Studio has a list 'states'");
  if (states.length > exportNodesMax)
    throw new ImportProblem(`the export has more than ${exportNodesMax} nodes`);
  data.passOver("sid", "account_sid", "status", "revision", "date_created", "date_updated", "url", "valid");
  data.passOver("commit_message", "links", "webhook_url", "warnings", "errors");
  flow.passOver("flags");
  const ids = new UniqueIds();
  const widgets = states.map((state): Widget => ({ state, id: ids.of(state.text("name")) }));
  const answers = answersIn(widgets);
  const names = new Set(namesIn(data).map(liquidName));
  const read = widgets.map((widget) => ({ widget, ...widgetOf(widget, { answers, names, widgets }) }));
  const initial = flow.text("initial_state");
  const trigger =
    widgets.find(({ id, state }) => id === initial && state.text("type") === "trigger") ??
    widgets.find(({ state }) => state.text("type") === "trigger");
  const first = ways.map((event) => targetOf(trigger?.state, event)).find((to) => to !== undefined);
  const settings: SourceSetting[] = hasLogic(data)
    ? [
        {
          setting: "Liquid",
          fidelity: "manual",
          words: "Liquid filters are left out, and Liquid tags are kept as text",
        },
      ]
    : [];
  const nodes = read.map(({ widget, node }): SourceNode => {
    widget.state.at("properties").passOver("offset");
    // Edges without a target end the call there and here; the others have been reported.
    for (const transition of widget.state.list("transitions")) transition.passOver("event", "next");
    return { ...node, notes: [...node.notes, ...notTakenOver(widget.state)] };
  });
  return {
    name: data.text("friendly_name") ?? flow.text("description") ?? data.text("description"),
    language: languageOf(widgets),
    globalPrompt: undefined,
    model: { name: undefined, temperature: undefined },
    userSpeaksFirst: false,
    start: first ?? (trigger === undefined ? initial : undefined) ?? widgets[0]?.id,
    nodes,
    tools: read.flatMap(({ tool }) => (tool === undefined ? [] : [tool])),
    hooks: [],
    variables: [],
    builtIn: liquidBuiltIn,
    nameIn: liquidName,
    shortName,
    speed: undefined,
    silenceMs: undefined,
    durationMs: undefined,
    hints: hintsIn(widgets),
    settings,
  };
}

function languageOf(widgets: readonly Widget[]): string | undefined {
  const tags = widgets.flatMap(({ state }) => {
    const properties = state.at("properties");
    return [properties.text("language"), properties.text("gather_language")];
  });
  return tags.find((tag) => tag !== undefined && /^[a-z]{2}\b/i.test(tag));
}

const hintsMax = 100;

function hintsIn(widgets: readonly Widget[]): readonly string[] {
  const hints = widgets.flatMap(({ state }) => state.at("properties").text("hints")?.split(",") ?? []);
  const plain = hints.map((hint) => hint.trim()).filter((hint) => hint !== "" && !/[{}$]/.test(hint));
  return [...new Set(plain)].slice(0, hintsMax);
}
