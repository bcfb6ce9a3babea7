// Compiler of handlers: which listen at each node, in the order node, flow, built in.

import { type FlowGraph, resume, reachableFrom, edgesOfNext } from "../model/flow-graph.ts";
import type { HandlerModel, Model, NodeModel } from "../model/model.ts";
import { acts } from "../../locale/acts.ts";
import {
  alwaysHeard,
  alwaysOn,
  builtInHandlers,
  builtInPhrases,
  machine,
} from "../model/built-in-handlers.ts";
import { Fields } from "../model/map-reader.ts";
import { llmOf } from "../model/model-wording.ts";
import type { Handler, PhrasesByLanguage } from "../program.ts";
import { assignmentsOf, emissionsOf, compileEdges } from "./compile-actions.ts";
import { voiceOf } from "./compile-voice.ts";
import { namesOf, soundsOf, textOf, wordingOf } from "./compile-texts.ts";

/** Compiles the handlers of one flow, and caches the list that nodes without handlers of their own share. */
export class HandlerCompiler {
  readonly #model: Model;
  readonly #resuming: ReadonlySet<string>;
  readonly #everywhere: readonly Handler[];
  /** The shared list for nodes without a skip. */
  readonly #unskippable: readonly Handler[];

  constructor(model: Model, graph: FlowGraph) {
    this.#model = model;
    this.#resuming = resumingNodes(graph);
    const written = [...model.handlers.values()];
    const rest = [...alwaysOn, ...alwaysHeard].filter((name) => !model.handlers.has(name)).map(bare);
    this.#everywhere = [...written, ...rest]
      .filter(({ disabled }) => !disabled)
      .map((handler) => this.#compile(handler));
    this.#unskippable = this.#everywhere.filter(({ does }) => does !== "skip");
  }

  /** Nodes without handlers of their own share one list. */
  at(node: NodeModel): readonly Handler[] {
    const everywhere = hearsSkip(node, this.#model) ? this.#everywhere : this.#unskippable;
    if (node.handlers.length === 0) return everywhere;
    const names = new Set(node.handlers.map(({ name }) => name));
    return [
      ...node.handlers.filter(({ disabled }) => !disabled).map((handler) => this.#compile(handler)),
      ...everywhere.filter(({ name }) => !names.has(name)),
    ];
  }

  #compile(handler: HandlerModel): Handler {
    const { name, path, next, dtmf, when } = handler;
    const edges = next === undefined ? [{ target: resume }] : compileEdges(next);
    const { defaults } = this.#model;
    const voiceFields = handler.fields.map("voice");
    const voice = voiceFields && voiceOf(voiceFields, defaults.voice);
    const act = acts.find((each) => each.name === name);
    const llm = handler.wording && llmOf(handler.fields, defaults.fields);
    // A handler that does not return is no built-in action.
    const returns = edges.some(({ target }) => target === resume);
    const does = returns ? alwaysOn.find((each) => each === name) : undefined;
    return {
      name,
      phrases: this.#phrases(handler),
      ...(handler.anywhere && { isAnywhere: true }),
      ...(name === machine && { hearsMachines: true }),
      ...(dtmf !== undefined && { dtmf: dtmf.value }),
      ...(when !== undefined && { when }),
      ...(does !== undefined && { does }),
      ...(act !== undefined && { act }),
      ...(act !== undefined && path.length === 0 && { isUnwritten: true }),
      say: textOf(handler.say),
      ...wordingOf(handler.wording),
      ...soundsOf(handler.sound),
      ...(voice !== undefined && { voice }),
      ...(llm !== undefined && { llm }),
      set: assignmentsOf(handler.set),
      emit: emissionsOf(handler.emit),
      edges,
      resumes:
        next === undefined || edgesOfNext(next).some(({ to }) => to === resume || this.#resuming.has(to)),
    };
  }

  #phrases({ name, path, phrases }: HandlerModel): PhrasesByLanguage {
    const written = namesOf(phrases);
    // Unwritten phrases are heard by the grammar alone.
    const isUnwritten = path.length === 0 && alwaysHeard.includes(name);
    if (!builtInHandlers.has(name) || isUnwritten) return written;
    return new Map(
      this.#model.languages.map((language) => [
        language,
        [...builtInPhrases(name, language), ...(written.get(language) ?? [])],
      ]),
    );
  }
}

/** Whether "skip" is heard: at an optional question, and where it would otherwise be taken for a name. */
function hearsSkip({ verb, optional, asks }: NodeModel, { variables }: Model): boolean {
  const asked = verb === "ask" ? asks.map(({ value }) => variables.get(value)) : [];
  return asked.some((variable) => variable?.kind === "name" || (optional ?? variable?.optional) === true);
}

/** Nodes from which a RESUME can be reached. */
function resumingNodes({ edges }: FlowGraph): ReadonlySet<string> {
  const back = new Map<string, { readonly to: string }[]>([[resume, []]]);
  for (const id of edges.keys()) back.set(id, []);
  for (const [id, outgoing] of edges) for (const { to } of outgoing) back.get(to)?.push({ to: id });
  return reachableFrom([resume], back);
}

function bare(name: string): HandlerModel {
  return {
    name,
    path: [],
    fields: new Fields(new Map(), []),
    disabled: false,
    phrases: undefined,
    anywhere: false,
    dtmf: undefined,
    when: undefined,
    say: undefined,
    wording: undefined,
    sound: undefined,
    set: [],
    emit: [],
    next: undefined,
  };
}
