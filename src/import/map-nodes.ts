// Nodes of an import: each node of a source flow as one or several of ours.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { isData } from "./draft-variable.ts";
import { hole, spokenParts } from "./imported-text.ts";
import { choiceIn, type KeylessChoice } from "./closed-choice.ts";
import {
  branchIf,
  exitWhen,
  goodbye,
  looseEnd,
  type Mapping,
  noModel,
  NodeWriter,
  promptOf,
  turnsMax,
  type WrittenText,
} from "./node-writer.ts";
import { standIns } from "./mapping-notes.ts";
import { writeMenuStep } from "./menus/map-menus.ts";
import { idFor } from "./safe-names.ts";
import { worded } from "./worded-text.ts";
import type { SourceNode, SourceVariable, SourceWork } from "./source-flow.ts";

const fillsMax = 20;

export function mapNode(node: SourceNode, mapping: Mapping): void {
  new NodeMapping(node, mapping).write();
}

class NodeMapping {
  readonly #node: SourceNode;
  readonly #mapping: Mapping;
  readonly #id: string;
  readonly #writer: NodeWriter;

  constructor(node: SourceNode, mapping: Mapping) {
    this.#node = node;
    this.#mapping = mapping;
    this.#id = mapping.entries.get(node.id) ?? looseEnd;
    this.#writer = new NodeWriter(node, mapping);
  }

  write(): void {
    const { work, anytime } = this.#node;
    // Its place among the others, before its additional nodes.
    if (work.is !== "aside") this.#writer.add(this.#id, {});
    switch (work.is) {
      case "talk":
        this.#talk(work);
        break;
      case "words":
        this.#words(work);
        break;
      case "line":
        this.#line(work.prompt);
        break;
      case "extract":
        this.#extract(work.variables, this.#id, () => this.#writer.wayOn("node"));
        break;
      case "branch":
        this.#writer.add(this.#id, { next: this.#writer.listed(this.#writer.wayOn("decide")) });
        break;
      case "tool":
        this.#tool(work);
        break;
      case "transfer":
        this.#transfer(work);
        break;
      case "press":
        this.#writer.add(this.#id, { press: work.keys, next: this.#writer.wayOn("decide") });
        break;
      case "end":
        this.#end(work);
        break;
      case "ask":
      case "set":
      case "record":
      case "recording":
      case "wait":
      case "loop":
        writeMenuStep(work, {
          id: this.#id,
          node: this.#node,
          writer: this.#writer,
          draft: this.#mapping.draft,
        });
        break;
      case "manual":
        this.#manual(work);
        break;
      case "aside":
        return;
    }
    if (anytime !== undefined) this.#handler(anytime);
  }

  /** Notifies the hooks of manual work, and continues. */
  #manual({ event, data }: SourceWork & { readonly is: "manual" }): void {
    const told = new Map([
      ["node", this.#writer.told(this.#node.id)],
      ["about", this.#writer.told(data)],
    ]);
    this.#writer.add(this.#id, { emit: new Map([[event, told]]), next: this.#writer.wayOn("decide") });
  }

  #talk({ instructions, opening, variables, tools, isGlobal }: SourceWork & { readonly is: "talk" }): void {
    const { edges, otherwise } = this.#node;
    const { id, say } = this.#writer.spoken(opening ?? "");
    const fill = new Set(variables.slice(0, fillsMax).flatMap((each) => this.#fillable(each) ?? []));
    if (variables.length > fillsMax)
      this.#writer.note({ fidelity: "manual", words: `only its first ${fillsMax} variables are filled` });
    const words =
      edges.length > 0 || otherwise !== undefined
        ? "a model decides when to leave it"
        : "it has no next node: the call ends when the caller needs nothing else";
    this.#writer.note({ fidelity: "approximate", words });
    const exits = this.#writer.exits(edges, otherwise);
    if (!isGlobal && this.#mapping.draft.persona !== undefined) this.#writer.note(standIns.personaToo);
    if (exits.size === 0)
      exits.set("done", exitWhen("the caller needs nothing any more, or says goodbye", goodbye));
    this.#writer.addAnytime(exits);
    if (tools.length > 0)
      this.#writer.note({
        fidelity: "manual",
        words: "its tools are under tools: name them here when each has confirm or only reads",
      });
    this.#writer.add(id, {
      converse: this.#writer.goal(instructions),
      say,
      ...this.#writer.manner(),
      fill: fill.size === 0 ? undefined : [...fill],
      exits,
      max_turns: turnsMax,
      without_llm: noModel,
    });
  }

  /** The id of a variable that a model may fill. */
  #fillable(variable: SourceVariable): string | undefined {
    const draftVariable = this.#mapping.draft.variable(variable.name);
    if (isData(draftVariable.type)) return undefined;
    draftVariable.isFilled = true;
    draftVariable.isAsked = true;
    return draftVariable.id;
  }

  #words({ text, waits }: SourceWork & { readonly is: "words" }): void {
    const { edges, otherwise } = this.#node;
    const { id, say } = this.#writer.spoken(text);
    const spoken = { say, ...this.#writer.manner() };
    const prompts = edges.filter(({ condition }) => condition.is === "prompt");
    if (!waits || (edges.length === 0 && otherwise === undefined))
      return this.#writer.add(id, { ...spoken, next: this.#writer.wayOn("decide") });
    if (prompts.length === 0) return this.#anyAnswer(id, spoken);
    const choice = prompts.length === edges.length ? choiceIn(prompts.map(promptOf)) : undefined;
    if (choice !== undefined) return this.#closedAnswer(id, spoken, choice);
    this.#writer.note({ fidelity: "approximate", words: "a model decides which edge the answer takes" });
    const exits = this.#writer.exits(edges, otherwise);
    this.#writer.addAnytime(exits);
    this.#writer.add(id, {
      converse: this.#writer.goal(
        "Listen to the answer and take the exit that fits. Ask again only if none does.",
      ),
      ...spoken,
      exits,
      max_turns: turnsMax,
      without_llm: noModel,
    });
  }

  /** The instruction is a fact too: its contents may be said. */
  #line(prompt: string): void {
    const words = this.#writer.text(prompt);
    const say = new Map<string, Plain>([
      ["prompt", words],
      ["facts", [words]],
      ["fallback", this.#mapping.words.moment],
    ]);
    this.#writer.add(this.#id, { say, ...this.#writer.manner(), next: this.#writer.wayOn("decide") });
  }

  /** Waits for the caller, whatever the answer. */
  #anyAnswer(id: string, spoken: WrittenText): void {
    const next = this.#writer.wayOn("decide");
    const giveUp = typeof next === "string" ? next : (this.#writer.elseOf(next) ?? looseEnd);
    const ask = this.#answerVariable("text");
    this.#writer.add(id, { ask, ...spoken, llm: false, max_attempts: 1, give_up: giveUp, next });
  }

  /** Understands answers of a closed list by itself. */
  #closedAnswer(id: string, spoken: WrittenText, choice: KeylessChoice): void {
    const { edges, otherwise } = this.#node;
    const targets = edges.map((edge) => this.#writer.target(edge));
    const giveUp = otherwise === undefined ? looseEnd : this.#writer.to(otherwise);
    if (choice.is === "yes-no") {
      this.#writer.note({ fidelity: "approximate", words: "yes and no are understood without a model" });
      const ask = this.#answerVariable("boolean");
      const [yes = looseEnd, no = looseEnd] = choice.isYesFirst ? targets : targets.toReversed();
      const next = [branchIf(`${ask} == true`, yes), new Map([["else", no]])];
      return this.#writer.add(id, { ask, ...spoken, give_up: giveUp, next });
    }
    this.#writer.note({
      fidelity: "approximate",
      words: "its answers are a choice, understood without a model",
    });
    const menu = this.#answerVariable("choice", choice.labels);
    const options = [...(this.#mapping.draft.variables.get(menu)?.options.values() ?? [])];
    const goto = new Map(options.map((option, i) => [option, targets[i] ?? looseEnd]));
    this.#writer.add(id, { menu, ...spoken, give_up: giveUp, goto });
  }

  #answerVariable(type: SourceVariable["type"], choices: readonly string[] = []): string {
    const variable = this.#mapping.draft.declareNew({
      name: `${this.#id} answer`,
      type,
      choices,
      description: undefined,
    });
    variable.isFilled = true;
    variable.isAsked = true;
    return variable.id;
  }

  /** Asks for variables that no earlier conversation has heard. */
  #extract(variables: readonly SourceVariable[], id: string, wayOn: () => Plain): void {
    const names = [...new Set(variables.flatMap((each) => this.#fillable(each) ?? []))];
    if (names.length === 0) return this.#writer.add(id, { next: this.#writer.listed(wayOn()) });
    this.#writer.note({
      fidelity: "approximate",
      words: "values that the earlier conversation lacks are asked for",
    });
    const way = wayOn();
    const after = typeof way === "string" ? way : this.#writer.fresh("then");
    let here = id;
    for (let at = 0; at < names.length; at += fillsMax) {
      const asked = names.slice(at, at + fillsMax);
      const next = at + fillsMax < names.length ? this.#writer.fresh("more") : after;
      this.#writer.add(here, { ask: asked.length === 1 ? (asked[0] ?? "") : asked, give_up: next, next });
      here = next;
    }
    if (typeof way !== "string") this.#writer.add(after, { next: way });
  }

  #tool({ tool: source, filler, waits }: SourceWork & { readonly is: "tool" }): void {
    const { draft, tools } = this.#mapping;
    const tool = tools.get(source);
    if (tool === undefined)
      return this.#writer.add(this.#id, { next: this.#writer.listed(this.#writer.wayOn("decide")) });
    for (const note of tool.notes) this.#writer.note(note);
    if (!waits) this.#writer.note({ fidelity: "approximate", words: "the flow waits for its answer" });
    const missing = [...tool.params.values()].filter(({ variable }) => {
      const { isDeclared, initial, type } = draft.variable(variable);
      return isDeclared && initial === undefined && !isData(type);
    });
    const id = missing.length === 0 ? this.#id : this.#writer.fresh("call");
    if (missing.length > 0)
      this.#extract(
        missing.map(({ variable, type }) => ({ name: variable, type, choices: [], description: undefined })),
        this.#id,
        () => id,
      );
    const next = this.#writer.wayOn("decide");
    const saves = tool.saves.map(([name, path]): [string, Plain] => {
      const variable = draft.variable(name);
      variable.isFilled = true;
      return [variable.id, path];
    });
    const args = [...tool.params].map(([param, { variable, type }]): [string, Plain] => [
      param,
      argument(draft.variable(variable), type),
    ]);
    const say = filler === undefined ? undefined : this.#writer.text(spokenParts(filler)[0] ?? "");
    const { otherwise } = this.#node;
    const onError =
      otherwise === undefined
        ? typeof next === "string"
          ? next
          : (this.#writer.elseOf(next) ?? looseEnd)
        : this.#writer.to(otherwise);
    this.#writer.add(id, {
      tool: tool.id,
      say: say === "" ? undefined : say,
      with: args.length === 0 ? undefined : new Map(args),
      save: saves.length === 0 ? undefined : new Map(saves),
      on_error: onError,
      next,
    });
  }

  #transfer({ to, name, say, back, toldFirst }: SourceWork & { readonly is: "transfer" }): void {
    const address = to === undefined ? undefined : (addressOf(to) ?? this.#numberIn(to));
    const callee = idFor(name ?? "operator", "operator");
    if (address === undefined)
      this.#writer.note({
        fidelity: "manual",
        words: `the export names no fixed callee: the server must know '${callee}'`,
      });
    const { id, say: last } = this.#writer.spoken(say ?? "");
    const { edges, otherwise } = this.#node;
    const [first] = edges;
    const failed = otherwise ?? first?.to;
    this.#writer.add(id, {
      transfer: address ?? callee,
      say: last,
      ...this.#writer.manner(),
      ...this.#toldFirst(toldFirst),
      on_failed: this.#writer.to(failed),
      on_return: back === undefined ? undefined : this.#writer.to(back),
    });
    if (back !== undefined) this.#writer.note(standIns.comesBack);
  }

  /** A number that a variable holds. */
  #numberIn(to: string): string | undefined {
    const number = to.trim().replace(/^tel:/, "");
    const [match] = number.matchAll(hole);
    if (match?.[1] === undefined || match[0] !== number) return undefined;
    const { id, type } = this.#mapping.draft.variable(match[1]);
    if (isData(type) || type === "boolean") return undefined;
    this.#writer.note({ fidelity: "approximate", words: "it is called as a telephone number" });
    return `tel:{{ ${type === "number" ? `text(${id})` : id} ?? '' }}`;
  }

  #toldFirst(told: (SourceWork & { readonly is: "transfer" })["toldFirst"]): WrittenText {
    const [whisper] = spokenParts(told?.words ?? "").map((part) => this.#writer.text(part));
    return { whisper, summary: told === undefined || whisper !== undefined ? undefined : true };
  }

  #end({ words, prompt }: SourceWork & { readonly is: "end" }): void {
    const { id, say } = this.#writer.spoken(words ?? "");
    this.#writer.add(id, {
      say: prompt === undefined ? say : worded(this.#writer.text(prompt), this.#mapping.words.thanks),
      ...this.#writer.manner(),
      end: "done",
    });
  }

  #handler(when: string): void {
    const { draft } = this.#mapping;
    this.#writer.note({
      fidelity: "approximate",
      words: "a model recognises when callers want it; add phrases, so that it works without a model",
    });
    draft.handlers.set(
      `on_${this.#id}`.slice(0, 64),
      new Map<string, Plain>([
        ["when", when.trim()],
        ["next", this.#id],
      ]),
    );
  }
}

/** A destination with a fixed address; undefined for any other. */
function addressOf(to: string): string | undefined {
  const digits = to.replace(/^tel:/i, "").replaceAll(/[\s().-]/g, "");
  if (/^\+?\d{3,15}$/.test(digits)) return `tel:${digits}`;
  return /^sips?:[\w.+-]+@[a-z0-9.-]+(?::\d+)?$/i.test(to.trim()) ? to.trim() : undefined;
}

/** An argument of the parameter's type. */
function argument(
  { id, type }: { readonly id: string; readonly type: SourceVariable["type"] },
  wanted: SourceVariable["type"],
): string {
  const isText = type === "text" || type === "choice" || type === "digits";
  if (wanted === "text" && isText) return `${id} ?? ''`;
  if (type === wanted) return id;
  if (wanted === "text") return type === "number" || type === "boolean" ? `text(${id}) ?? ''` : "''";
  if (wanted === "number") return isText ? `number(${id} ?? '')` : "0";
  if (wanted === "boolean") return isText ? `(${id} ?? '') == 'true'` : "false";
  return "null";
}
