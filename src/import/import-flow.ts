// Flow import: another system's export as the text of our flow, with a report of the result.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { sourceBytesMax } from "../flow/language/source/source-reader.ts";
import { durationText } from "../flow/value/duration.ts";
import { exportOf, Fields, type ParsedExport } from "./export-data.ts";
import { type DraftNode, FlowDraft } from "./flow-draft.ts";
import type { ImportReport } from "./import-report.ts";
import type { ImportSource } from "./import-source.ts";
import { importSources, sourceNamed, sourceOf } from "./import-sources.ts";
import { importedText, plainText, withoutBraces } from "./imported-text.ts";
import { importedOnEnd } from "./imported-on-end.ts";
import { heardAhead } from "./imported-extraction.ts";
import { ImportProblem } from "./import-problem.ts";
import { mapNode } from "./map-nodes.ts";
import { anytimeIn, goodbye, hangUp, looseEnd, noModel } from "./node-writer.ts";
import { type ImportedTool, mapTool } from "./map-tools.ts";
import { addVoicemail } from "./map-voicemail.ts";
import { languageOf as packOf } from "../flow/locale/languages.ts";
import { idFor } from "./safe-names.ts";
import { languageIn } from "./text-language.ts";
import { makeSound, reachedIn, targetsOf } from "./graph-repair.ts";
import type { SourceFlow, SourceVariable, SourceWork } from "./source-flow.ts";
import { keptBraces, standIns } from "./mapping-notes.ts";
import { flowText } from "./draft-text.ts";

export interface ImportedFlow {
  /** YAML that the checker finds no error in. */
  readonly text: string;
  readonly report: ImportReport;
}

const nodesMax = 1_000;

/**
 * Reads, maps and writes. `format`: name of the export's system; default: detected. `name`: the flow's name if the
 * export has none. Throws only `ImportProblem`.
 */
export function importFlow(
  text: string,
  { format, name }: { readonly format?: string | undefined; readonly name: string },
): ImportedFlow {
  const parsed = exportOf(text);
  const system = systemOf(parsed, format);
  const data = new Fields(parsed);
  const source = heardAhead(system.read(data));
  const draft = new FlowDraft(source);
  const language = languageOf(source, draft);
  const words = packOf(language).samples;
  draft.settings.push(...source.settings);
  declareAll(source, draft);
  const left = data.rest();
  for (const setting of left)
    draft.settings.push({
      setting,
      fidelity: "manual",
      words: adviceIn(system, setting) ?? "it is not imported",
    });
  const tools = new Map(source.tools.map((tool) => [tool.id, mapTool(tool, draft)]));
  for (const id of [looseEnd, noModel, goodbye, hangUp]) draft.nodeNames.fresh(id);
  const steps = source.nodes.filter(({ work }) => work.is !== "aside");
  const entries = new Map(steps.map((node) => [node.id, draft.nodeNames.fresh(node.name ?? node.id)]));
  for (const node of source.nodes) draft.begin(node);
  const [start = looseEnd] = [
    source.start === undefined ? undefined : entries.get(source.start),
    ...entries.values(),
  ].filter((id) => id !== undefined);
  setPersona(source, draft);
  const anytime = anytimeIn(source.nodes, entries);
  for (const node of source.nodes) mapNode(node, { draft, entries, tools, words, anytime });
  tellUnused(source, { tools, draft });
  hooks(source, draft);
  if (source.voicemail !== undefined) addVoicemail(source.voicemail, draft, words);
  draft.add(looseEnd, { say: words.thanks, end: "unfinished" });
  draft.add(noModel, { say: words.noModel, end: "no_model" });
  draft.add(goodbye, { say: words.thanks, end: "done" });
  draft.add(hangUp, { end: "done" });
  const owners = new Map(
    draft.imported().flatMap(({ nodes, source: id }) => nodes.map((each) => [each, id] as const)),
  );
  for (const { at, fidelity, words } of makeSound(draft))
    draft.note(owners.get(at) ?? "", { fidelity, words });
  const spare = [noModel, goodbye, hangUp];
  const reached = reachedIn(draft, start);
  const led = new Set([...draft.nodes.values()].flatMap(targetsOf));
  if (![...draft.nodes.values()].some(isOpenQuestion) && start !== looseEnd) spare.push(looseEnd);
  for (const id of spare) if (!led.has(id)) draft.nodes.delete(id);
  for (const { source: id, nodes } of draft.imported())
    if (nodes[0] !== undefined && !reached.has(nodes[0]))
      draft.note(id, { fidelity: "manual", words: "no edge leads to it" });
  const flow = idFor(source.name ?? name, "flow").replaceAll("_", "-");
  const report: ImportReport = {
    format: system.name,
    flow,
    nodes: draft.imported(),
    settings: draft.settings,
  };
  const written = flowText(draft, { head: headOf(source, { flow, language, start, draft }), words, report });
  if (draft.nodes.size > nodesMax)
    throw new ImportProblem(
      `it would have ${draft.nodes.size} nodes, and a flow has at most ${nodesMax}: divide it`,
    );
  if (Buffer.byteLength(written) > sourceBytesMax)
    throw new ImportProblem(`the flow would have more than ${sourceBytesMax / 1_024} KiB: divide it`);
  return { text: written, report };
}

function systemOf(data: ParsedExport, format: string | undefined): ImportSource {
  const told = sourceOf(data);
  const system = format === undefined ? told : sourceNamed(format);
  if (system !== undefined && (told === undefined || told === system || system.recognises(new Fields(data))))
    return system;
  if (system !== undefined && told !== undefined)
    throw new ImportProblem(`it looks like an export of ${told.label}: write --from ${told.name}`);
  if (format !== undefined) throw new ImportProblem(`exports of '${format}' are not understood`);
  const labels = importSources.map(({ label }) => label).join(", ");
  throw new ImportProblem(
    `the export looks like none of ${labels}, or like several: name its format with --from`,
  );
}

function adviceIn({ advice }: ImportSource, path: string): string | undefined {
  return path
    .split(/\.|\[\]\.?/)
    .map((key) => advice?.get(key))
    .find((words) => words !== undefined);
}

/** Language from the export, or else from its words. */
function languageOf(source: SourceFlow, draft: FlowDraft): string {
  const [given] = /^[a-z]{2}(?=-|_|$)/i.exec(source.language ?? "") ?? [];
  if (given !== undefined) return given.toLowerCase();
  const told = languageIn(source);
  const words =
    told === undefined
      ? "the export names no language: en is used"
      : `the export names no language: ${told} is guessed from its words`;
  draft.settings.push({ setting: "language", fidelity: "approximate", words });
  return told ?? "en";
}

/** Notes about a tool go to its calling nodes, and here if there are none. */
function tellUnused(
  { nodes, tools: all }: SourceFlow,
  { tools, draft }: { readonly tools: ReadonlyMap<string, ImportedTool>; readonly draft: FlowDraft },
): void {
  const used = new Set(nodes.flatMap(({ work }) => (work.is === "tool" ? [work.tool] : [])));
  for (const { id, name } of all)
    if (!used.has(id))
      for (const note of tools.get(id)?.notes ?? [])
        draft.settings.push({ setting: `tool ${withoutBraces(name)}`, ...note });
}

/** Types first, so that texts and conditions everywhere know them. */
function declareAll({ nodes, tools, variables }: SourceFlow, draft: FlowDraft): void {
  const typed: readonly SourceVariable[] = [
    ...nodes.flatMap(({ work }) => variablesOf(work)),
    ...tools.flatMap(({ params }) => params),
  ];
  for (const variable of typed) {
    if (draft.declare(variable)) continue;
    draft.settings.push({
      setting: `variable ${withoutBraces(variable.name)}`,
      fidelity: "approximate",
      words: "it has two types: the first one is used",
    });
  }
  for (const [name, value] of variables) draft.own(name).initial = plainText(value);
  for (const { saves } of tools) for (const [name] of saves) draft.own(name);
}

function variablesOf(work: SourceWork): readonly SourceVariable[] {
  const made = (name: string, type: SourceVariable["type"]): SourceVariable => ({
    name,
    type,
    choices: [],
    description: undefined,
  });
  switch (work.is) {
    case "extract":
    case "talk":
      return work.variables;
    case "ask":
      return [work.variable];
    case "record":
      return [made(work.name, "audio")];
    case "loop":
      return [made(work.counter, "number")];
    default:
      return [];
  }
}

/** The global prompt, as who the agent is. */
function setPersona({ globalPrompt }: SourceFlow, draft: FlowDraft): void {
  if (globalPrompt === undefined || globalPrompt.trim() === "") return;
  draft.settings.push({ setting: "global prompt", ...standIns.globalPrompt });
  const { text, odd } = importedText(globalPrompt.trim(), draft);
  draft.persona = text;
  draft.settings.push(...keptBraces(odd).map((note) => ({ setting: "global prompt", ...note })));
}

const hookHost =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::[1-9]\d{0,3})?(?:[/?#][^\s{}]*)?$/i;
const hookBytesMax = 1_000;

function hooks({ hooks: sources }: SourceFlow, draft: FlowDraft): void {
  for (const { node, url } of sources.slice(0, 20)) {
    if (!hookHost.test(url) || url.length > hookBytesMax || /\.localhost(?:[:/?#]|$)/i.test(url)) {
      draft.note(node, {
        fidelity: "manual",
        words: "its address cannot be called from this server: write it under hooks",
      });
      continue;
    }
    const secret = draft.secret("hook_key");
    draft.note(node, {
      fidelity: "manual",
      words: `its signing secret is not imported: PUT /v1/secrets/${secret}`,
    });
    draft.hooks.push(
      new Map<string, Plain>([
        ["url", url],
        ["secret", secret],
        ["events", ["session.ended"]],
      ]),
    );
  }
}

interface Head {
  readonly flow: string;
  readonly language: string;
  readonly start: string;
  readonly draft: FlowDraft;
}

/** Keys at the top of the document, and its defaults. */
function headOf(source: SourceFlow, { flow, language, start, draft }: Head): ReadonlyMap<string, Plain> {
  const head = new Map<string, Plain>([
    ["voice_flow", 1],
    ["id", flow],
  ]);
  if (source.name !== undefined) head.set("name", source.name);
  head.set("language", language).set("start", start);
  if (source.userSpeaksFirst) head.set("start_speaker", "user");
  if (draft.persona !== undefined) head.set("persona", draft.persona);
  if (draft.secrets.length > 0) head.set("secrets", draft.secrets);
  if (source.redact !== undefined && source.redact.length > 0) head.set("redact", source.redact);
  if (source.onEnd !== undefined) head.set("on_end", importedOnEnd(source.onEnd));
  const defaults = defaultsOf(source, { hasLooseEnd: draft.nodes.has(looseEnd) });
  return defaults.size === 0 ? head : head.set("defaults", defaults);
}

/** True if it leads to give_up by defaults. */
function isOpenQuestion(node: DraftNode): boolean {
  return ["ask", "menu", "converse"].some((verb) => node.has(verb)) && !node.has("give_up");
}

function defaultsOf(
  { model, speed, silenceMs, durationMs, hints }: SourceFlow,
  { hasLooseEnd }: { readonly hasLooseEnd: boolean },
): ReadonlyMap<string, Plain> {
  const defaults = new Map<string, Plain>(hasLooseEnd ? [["give_up", looseEnd]] : []);
  if (speed !== undefined && speed >= 0.5 && speed <= 2) defaults.set("voice", new Map([["speed", speed]]));
  const llm = new Map<string, Plain>();
  if (model.name !== undefined) llm.set("model", model.name);
  if (model.temperature !== undefined) llm.set("temperature", model.temperature);
  if (llm.size > 0) defaults.set("llm", llm);
  const listen = new Map<string, Plain>();
  if (silenceMs !== undefined) listen.set("no_input", durationText(between(silenceMs, 1_000, 600_000)));
  if (hints.length > 0) listen.set("hints", hints);
  if (listen.size > 0) defaults.set("listen", listen);
  if (durationMs !== undefined)
    defaults.set("limits", new Map([["max_duration", durationText(between(durationMs, 1_000, 14_400_000))]]));
  return defaults;
}

function between(value: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, value)));
}
