// Nodes of an import: each node of a source flow as one or several of ours.

import type { Plain } from "../../language/source/yaml-tree.ts";
import type { FlowDraft } from "./flow-draft.ts";
import { importedCondition, never } from "./imported-equations.ts";
import { importedText, literal, spokenParts, withoutBraces } from "./imported-text.ts";
import { choiceIn } from "./keyless-choice.ts";
import type { ImportedTool } from "./map-tools.ts";
import { SafeNames } from "./safe-names.ts";
import type { Note, SourceEdge, SourceNode, SourceVariable, SourceWork } from "./source-flow.ts";
import type { ownWordsIn } from "./own-words.ts";

export interface Mapping {
  readonly draft: FlowDraft;
  /** Source id → id of its first node here. */
  readonly entries: ReadonlyMap<string, string>;
  readonly tools: ReadonlyMap<string, ImportedTool>;
  readonly globalPrompt: string | undefined;
  readonly words: ReturnType<typeof ownWordsIn>;
}

/** Ends that many nodes share. */
export const looseEnd = "loose_end";
export const noModel = "no_model";
export const goodbye = "goodbye";
/** Conversations of other systems have no bound; these have one. */
const turnsMax = 20;
const fillsMax = 20;

type Written = Record<string, Plain | undefined>;

export function mapNode(node: SourceNode, mapping: Mapping): void {
  new NodeMapping(node, mapping).write();
}

class NodeMapping {
  readonly #node: SourceNode;
  readonly #mapping: Mapping;
  readonly #id: string;

  constructor(node: SourceNode, mapping: Mapping) {
    this.#node = node;
    this.#mapping = mapping;
    this.#id = mapping.entries.get(node.id) ?? looseEnd;
  }

  write(): void {
    const { work, anytime } = this.#node;
    // Its place among the others, before those that it needs beside it.
    if (work.is !== "aside") this.#add(this.#id, {});
    switch (work.is) {
      case "talk":
        this.#talk(work);
        break;
      case "words":
        this.#words(work);
        break;
      case "extract":
        this.#extract(work.variables, this.#id, () => this.#wayOn("node"));
        break;
      case "branch":
        this.#add(this.#id, { next: this.#listed(this.#wayOn("decide")) });
        break;
      case "tool":
        this.#tool(work);
        break;
      case "transfer":
        this.#transfer(work);
        break;
      case "end":
        this.#end(work);
        break;
      case "todo":
        this.#add(this.#id, { emit: new Map([[work.event, new Map([["node", this.#told(this.#node.id)], ["about", this.#told(work.data)]])]]), next: this.#wayOn("decide") });
        break;
      case "aside":
        return;
    }
    if (anytime !== undefined) this.#handler(anytime);
  }

  #add(id: string, node: Written): void {
    this.#mapping.draft.add(id, node, this.#node.id);
  }

  #note(note: Note): void {
    this.#mapping.draft.note(this.#node.id, note);
  }

  #told(text: string): string {
    return literal(withoutBraces(text).slice(0, 300));
  }

  #fresh(suffix: string): string {
    return this.#mapping.draft.nodeNames.fresh(`${this.#id}_${suffix}`);
  }

  #text(text: string): string {
    const { text: written, odd } = importedText(text, this.#mapping.draft);
    for (const each of odd.slice(0, 3)) this.#note({ fidelity: "manual", words: `'${each.slice(0, 60)}' is no variable: it is written as it stands` });
    return written;
  }

  /** Adds nodes for all but the last part of a text, and gives the last part with the id of the node that says it. */
  #spoken(text: string): { readonly id: string; readonly say: string | undefined } {
    const parts = spokenParts(text).map((part) => this.#text(part));
    let id = this.#id;
    for (const say of parts.slice(0, -1)) {
      const next = this.#fresh("on");
      this.#add(id, { say, ...this.#manner(), next });
      id = next;
    }
    return { id, say: parts.at(-1) };
  }

  #manner(): Written {
    const { isUninterruptible, speed } = this.#node;
    const voice = speed !== undefined && speed >= 0.5 && speed <= 2 ? new Map([["speed", speed]]) : undefined;
    return { barge_in: isUninterruptible === true ? false : undefined, voice };
  }

  #target(edge: Pick<SourceEdge, "to" | "line">): string {
    const to = this.#to(edge.to);
    if (edge.line === undefined || spokenParts(edge.line).length === 0) return to;
    const [say = ""] = spokenParts(edge.line);
    const id = this.#fresh("way");
    this.#add(id, { say: this.#text(say), next: to });
    return id;
  }

  #to(source: string | undefined): string {
    const id = source === undefined ? undefined : this.#mapping.entries.get(source);
    if (id !== undefined) return id;
    this.#note({ fidelity: "manual", words: source === undefined ? "a way on leads nowhere: it ends the call as unfinished" : `a way on leads to '${source.slice(0, 60)}', which is not there: it ends the call as unfinished` });
    return looseEnd;
  }

  /** `next` of a node without a caller. What a model decided is decided by a node of its own. */
  #wayOn(suffix: string): Plain {
    const { edges, otherwise } = this.#node;
    const branches: Plain[] = [];
    const prompts: SourceEdge[] = [];
    let last: string | undefined;
    for (const edge of edges) {
      if (edge.condition.is === "prompt") prompts.push(edge);
      else if (edge.condition.is === "always") last ??= this.#target(edge);
      else {
        const condition = this.#condition(edge);
        if (condition !== never) branches.push(new Map([["if", condition], ["goto", this.#target(edge)]]));
      }
    }
    const [only] = prompts;
    if (only !== undefined && prompts.length === 1 && last === undefined && otherwise === undefined) {
      if (edges.length > 1 || !/^\s*(?:always|else|done|next)\W*$/i.test(promptOf(only)))
        this.#note({ fidelity: "approximate", words: "its only way on is taken without asking a model" });
      last = this.#target(only);
    } else if (prompts.length > 0) last = this.#decide(prompts, { suffix, otherwise: last ?? (otherwise === undefined ? undefined : this.#to(otherwise)) });
    last ??= this.#to(otherwise);
    return branches.length === 0 ? last : [...branches.slice(0, 99), new Map([["else", last]])];
  }

  #condition(edge: SourceEdge): string {
    if (edge.condition.is !== "equations") return never;
    const { condition, notes } = importedCondition(edge.condition, (name) => this.#mapping.draft.variable(name));
    for (const note of notes) this.#note(note);
    return condition;
  }

  #listed(next: Plain): Plain {
    return typeof next === "string" ? [new Map([["else", next]])] : next;
  }

  /** A model decides which way to take, without asking anybody anything. */
  #decide(edges: readonly SourceEdge[], { suffix, otherwise }: { suffix: string; otherwise: string | undefined }): string {
    const id = this.#fresh(suffix);
    this.#note({ fidelity: "approximate", words: "a model decides which way is taken" });
    const exits = this.#exits(edges);
    if (otherwise !== undefined) exits.set(freeKey(exits, "otherwise"), new Map([["when", "none of the other exits fits"], ["goto", otherwise]]));
    this.#add(id, {
      converse: "Decide by what was said before which exit fits, and take it at once. Ask one short question only if that can not be told.",
      exits,
      max_turns: 3,
      give_up: otherwise ?? looseEnd,
      without_llm: otherwise ?? noModel,
    });
    return id;
  }

  #exits(edges: readonly SourceEdge[]): Map<string, Plain> {
    const names = new SafeNames("exit");
    const exits = new Map<string, Plain>();
    for (const edge of edges) {
      const condition = edge.condition.is === "equations" ? this.#condition(edge) : undefined;
      if (condition === never) continue;
      const goto = this.#target(edge);
      if (condition !== undefined) {
        exits.set(names.fresh("when_true"), new Map([["if", condition], ["goto", goto]]));
        continue;
      }
      const when = edge.condition.is === "prompt" ? edge.condition.words.trim() : "the caller has answered";
      const wish = (edge.label ?? when).split(/\s+/).slice(0, 5).join(" ");
      exits.set(names.fresh(wish), new Map([["when", when], ["goto", goto]]));
    }
    return exits;
  }

  #talk({ instructions, opening, variables, tools, isGlobal }: SourceWork & { readonly is: "talk" }): void {
    const { edges, otherwise } = this.#node;
    const { id, say } = this.#spoken(opening ?? "");
    const fill = variables.map((each) => this.#fillable(each)).filter((each) => each !== undefined);
    if (edges.length > 0 || otherwise !== undefined) this.#note({ fidelity: "approximate", words: "a model decides when to leave it" });
    else this.#note({ fidelity: "approximate", words: "it has no way on: it ends when the caller is done" });
    const exits = this.#exits(edges);
    if (otherwise !== undefined) exits.set(freeKey(exits, "otherwise"), new Map([["when", "none of the other exits fits"], ["goto", this.#to(otherwise)]]));
    if (exits.size === 0) exits.set("done", new Map([["when", "the caller needs nothing any more, or says goodbye"], ["goto", goodbye]]));
    if (tools.length > 0) this.#note({ fidelity: "manual", words: "its tools are under tools: name them here once each has confirm or only reads" });
    this.#add(id, { converse: this.#goal(instructions, isGlobal), say, ...this.#manner(), fill: fill.length === 0 ? undefined : [...new Set(fill)].slice(0, fillsMax), exits, max_turns: turnsMax, without_llm: noModel });
  }

  #goal(instructions: string, isGlobal: boolean): string {
    const own = instructions.trim() === "" ? "Help the caller." : this.#text(instructions.trim());
    if (!isGlobal || this.#mapping.globalPrompt === undefined) return own;
    return `{{ ${this.#mapping.globalPrompt} }}\n\n${own}`;
  }

  /** The id of a variable that a model may fill. */
  #fillable(variable: SourceVariable): string | undefined {
    const known = this.#mapping.draft.variable(variable.name);
    if (known.type === "list" || known.type === "object") return undefined;
    known.isFilled = true;
    return known.id;
  }

  #words({ text, waits }: SourceWork & { readonly is: "words" }): void {
    const { edges, otherwise } = this.#node;
    const { id, say } = this.#spoken(text);
    const prompts = edges.filter(({ condition }) => condition.is === "prompt");
    if (!waits || (edges.length === 0 && otherwise === undefined)) return this.#add(id, { say, ...this.#manner(), next: this.#wayOn("decide") });
    if (prompts.length === 0) {
      const heard = this.#answerVariable("text");
      const next = this.#wayOn("decide");
      this.#add(id, { ask: heard, say, ...this.#manner(), llm: false, max_attempts: 1, give_up: typeof next === "string" ? next : (this.#elseOf(next) ?? looseEnd), next });
      return;
    }
    const choice = prompts.length === edges.length ? choiceIn(prompts.map(promptOf)) : undefined;
    const out = otherwise === undefined ? undefined : this.#to(otherwise);
    const targets = prompts.map((edge) => this.#target(edge));
    if (choice?.is === "yes-no") {
      this.#note({ fidelity: "approximate", words: "yes and no are understood without a model" });
      const heard = this.#answerVariable("boolean");
      const [yes = looseEnd, no = looseEnd] = choice.isYesFirst ? targets : targets.toReversed();
      this.#add(id, { ask: heard, say, ...this.#manner(), give_up: out ?? looseEnd, next: [new Map([["if", `${heard} == true`], ["goto", yes]]), new Map([["else", no]])] });
      return;
    }
    if (choice?.is === "options") {
      this.#note({ fidelity: "approximate", words: "its answers are a choice, understood without a model" });
      const heard = this.#answerVariable("choice", choice.labels);
      const options = [...(this.#mapping.draft.variables.get(heard)?.options.values() ?? [])];
      this.#add(id, { menu: heard, say, ...this.#manner(), give_up: out ?? looseEnd, goto: new Map(options.map((option, i) => [option, targets[i] ?? looseEnd])) });
      return;
    }
    this.#note({ fidelity: "approximate", words: "a model decides which way the answer takes" });
    const exits = this.#exits(edges);
    if (out !== undefined) exits.set(freeKey(exits, "otherwise"), new Map([["when", "the answer fits none of the other exits"], ["goto", out]]));
    this.#add(id, { converse: this.#goal("Listen to the answer and take the exit that fits. Ask again only if none does.", true), say, ...this.#manner(), exits, max_turns: turnsMax, without_llm: noModel });
  }

  #elseOf(next: Plain): string | undefined {
    const last: unknown = Array.isArray(next) ? next.at(-1) : undefined;
    const target: unknown = last instanceof Map ? last.get("else") : undefined;
    return typeof target === "string" ? target : undefined;
  }

  #answerVariable(type: SourceVariable["type"], choices: readonly string[] = []): string {
    const variable = this.#mapping.draft.declareNew({ name: `${this.#id} answer`, type, choices, description: undefined });
    variable.isFilled = true;
    return variable.id;
  }

  /** Lets a model fill variables from what was said; without one, the caller is asked. */
  #extract(variables: readonly SourceVariable[], id: string, wayOn: () => Plain): void {
    const names = [...new Set(variables.map((each) => this.#fillable(each)).filter((each) => each !== undefined))];
    if (names.length === 0) return this.#add(id, { next: this.#listed(wayOn()) });
    this.#note({ fidelity: "approximate", words: "a model fills the variables from what was said; without one they are asked for" });
    const chunks = Array.from({ length: Math.ceil(names.length / fillsMax) }, (_, i) => names.slice(i * fillsMax, (i + 1) * fillsMax));
    const way = wayOn();
    const after = typeof way === "string" ? way : this.#fresh("then");
    let here = id;
    for (const [i, fill] of chunks.entries()) {
      const asks = this.#fresh("ask");
      const next = i === chunks.length - 1 ? after : this.#fresh("more");
      const done = new Map([["if", fill.map((name) => `filled(${name})`).join(" and ").slice(0, 900)], ["goto", next]]);
      const isShort = fill.map((name) => `filled(${name})`).join(" and ").length <= 900;
      const exits = new Map<string, Plain>(isShort ? [["filled", done]] : []);
      exits.set("noted", new Map([["when", "everything that was said about them is noted down: at once"], ["goto", next]]));
      this.#add(here, { converse: "Note down what the caller has said about the variables, and take the exit at once. Ask nothing.", fill, exits, max_turns: 1, give_up: next, without_llm: asks });
      this.#add(asks, { ask: fill.length === 1 ? (fill[0] ?? "") : fill, give_up: next, next });
      here = next;
    }
    if (typeof way !== "string") this.#add(after, { next: way });
  }

  #tool({ tool: source, filler, waits }: SourceWork & { readonly is: "tool" }): void {
    const { draft, tools } = this.#mapping;
    const tool = tools.get(source);
    if (tool === undefined) return this.#add(this.#id, { next: this.#listed(this.#wayOn("decide")) });
    for (const note of tool.notes) this.#note(note);
    if (!waits) this.#note({ fidelity: "approximate", words: "its answer is waited for" });
    const missing = [...tool.params.values()].filter(({ variable }) => {
      const known = draft.variable(variable);
      return !known.isFilled && known.initial === undefined && known.description !== undefined && known.type !== "list" && known.type !== "object";
    });
    const id = missing.length === 0 ? this.#id : this.#fresh("call");
    if (missing.length > 0) this.#extract(missing.map(({ variable, type }) => ({ name: variable, type, choices: [], description: undefined })), this.#id, () => id);
    const next = this.#wayOn("decide");
    const saves = tool.saves.map(([name, path]): [string, Plain] => {
      const variable = draft.variable(name);
      variable.isFilled = true;
      return [variable.id, path];
    });
    const args = [...tool.params].map(([param, { variable, type }]): [string, Plain] => [param, argument(draft.variable(variable), type)]);
    const say = filler === undefined ? undefined : this.#text(spokenParts(filler)[0] ?? "");
    const { otherwise } = this.#node;
    const onError = otherwise === undefined ? (typeof next === "string" ? next : (this.#elseOf(next) ?? looseEnd)) : this.#to(otherwise);
    this.#add(id, { tool: tool.id, say: say === "" ? undefined : say, with: args.length === 0 ? undefined : new Map(args), save: saves.length === 0 ? undefined : new Map(saves), on_error: onError, next });
  }

  #transfer({ to, say }: SourceWork & { readonly is: "transfer" }): void {
    const address = to === undefined ? undefined : addressOf(to);
    if (address === undefined) this.#note({ fidelity: "manual", words: "who is called is not fixed in the export: 'operator' is a name that the deployment has to know" });
    const { id, say: last } = this.#spoken(say ?? "");
    const { edges, otherwise } = this.#node;
    const [first] = edges;
    const failed = otherwise ?? first?.to;
    this.#add(id, { transfer: address ?? "operator", say: last, ...this.#manner(), on_failed: this.#to(failed) });
  }

  #end({ words, prompt }: SourceWork & { readonly is: "end" }): void {
    const { id, say } = this.#spoken(words ?? (prompt === undefined ? "" : this.#mapping.words.goodbye));
    this.#add(id, { say, ...this.#manner(), end: "done", note: prompt === undefined ? undefined : `It was worded by: ${withoutBraces(prompt).slice(0, 500)}` });
  }

  #handler(when: string): void {
    const { draft } = this.#mapping;
    this.#note({ fidelity: "approximate", words: "a model hears when callers want it; add phrases, so that it is heard without one" });
    draft.handlers.set(`on_${this.#id}`.slice(0, 64), new Map<string, Plain>([["when", when.trim()], ["next", this.#id]]));
  }
}

function promptOf({ condition }: SourceEdge): string {
  return condition.is === "prompt" ? condition.words : "";
}

function freeKey(map: ReadonlyMap<string, Plain>, wish: string): string {
  let key = wish;
  for (let n = 2; map.has(key); n++) key = `${wish}_${n}`;
  return key;
}

/** A destination with a fixed address; undefined for any other. */
function addressOf(to: string): string | undefined {
  const digits = to.replace(/^tel:/i, "").replaceAll(/[\s().-]/g, "");
  if (/^\+?\d{3,15}$/.test(digits)) return `tel:${digits}`;
  return /^sips?:[\w.+-]+@[a-z0-9.-]+(?::\d+)?$/i.test(to.trim()) ? to.trim() : undefined;
}

/** An argument of the parameter's type. */
function argument({ id, type }: { readonly id: string; readonly type: SourceVariable["type"] }, wanted: SourceVariable["type"]): string {
  const isText = type === "text" || type === "choice";
  if (wanted === "text" && isText) return `${id} ?? ''`;
  if (type === wanted) return id;
  if (wanted === "text") return type === "number" || type === "boolean" ? `text(${id}) ?? ''` : "''";
  if (wanted === "number") return isText ? `number(${id} ?? '')` : "0";
  if (wanted === "boolean") return isText ? `(${id} ?? '') == 'true'` : "false";
  return "null";
}
