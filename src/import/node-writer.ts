// Node writer: common parts of every node's mapping: its texts, its edges, and the resulting nodes.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import type { FlowDraft } from "./flow-draft.ts";
import { importedCondition, never } from "./imported-equations.ts";
import { importedText, literal, spokenParts, withoutBraces } from "./imported-text.ts";
import type { ImportedTool } from "./map-tools.ts";
import { keptBraces } from "./mapping-notes.ts";
import { SafeNames } from "./safe-names.ts";
import type { Note, SourceEdge, SourceNode } from "./source-flow.ts";
import type { SampleLines } from "../flow/locale/sample-lines.ts";

export interface Mapping {
  readonly draft: FlowDraft;
  /** Source id → id of its first node here. */
  readonly entries: ReadonlyMap<string, string>;
  readonly tools: ReadonlyMap<string, ImportedTool>;
  readonly words: SampleLines;
  /** Nodes reachable from anywhere, as many as a conversation can have beside its own exits. */
  readonly anytime: readonly Anytime[];
}

interface Anytime {
  /** Id of its first node here. */
  readonly to: string;
  /** In words for a model. */
  readonly when: string;
}

/** Exits of one conversation to nodes reachable from anywhere. */
const anytimeMax = 30;

/** Nodes reachable from anywhere; further ones are reachable by their handlers only. */
export function anytimeIn(
  nodes: readonly SourceNode[],
  entries: ReadonlyMap<string, string>,
): readonly Anytime[] {
  return nodes
    .flatMap(({ id, anytime }) => {
      const to = entries.get(id);
      return anytime === undefined || to === undefined ? [] : [{ to, when: anytime.trim() }];
    })
    .slice(0, anytimeMax);
}

/** Ends that many nodes share. */
export const looseEnd = "loose_end";
export const noModel = "no_model";
export const goodbye = "goodbye";
/** Ends without a word. */
export const hangUp = "hang_up";
/** Other systems' conversations are unlimited; these are not. */
export const turnsMax = 20;

const noOtherFits = "none of the other exits fits";

export type WrittenText = Record<string, Plain | undefined>;

export class NodeWriter {
  readonly #node: SourceNode;
  readonly #mapping: Mapping;
  /** Id of the first node here. */
  readonly #id: string;

  constructor(node: SourceNode, mapping: Mapping) {
    this.#node = node;
    this.#mapping = mapping;
    this.#id = mapping.entries.get(node.id) ?? looseEnd;
  }

  add(id: string, node: WrittenText): void {
    this.#mapping.draft.add(id, node, this.#node.id);
  }

  note(note: Note): void {
    this.#mapping.draft.note(this.#node.id, note);
  }

  told(text: string): string {
    return literal(withoutBraces(text).slice(0, 300));
  }

  fresh(suffix: string): string {
    return this.#mapping.draft.nodeNames.fresh(`${this.#id}_${suffix}`);
  }

  text(text: string): string {
    const { text: written, odd } = importedText(text, this.#mapping.draft);
    for (const note of keptBraces(odd)) this.note(note);
    return written;
  }

  /** Adds nodes for all but the last part of a text, and returns the last part with the id of its node. */
  spoken(text: string): { readonly id: string; readonly say: string | undefined } {
    const parts = spokenParts(text).map((part) => this.text(part));
    let id = this.#id;
    for (const say of parts.slice(0, -1)) {
      const next = this.fresh("on");
      this.add(id, { say, ...this.manner(), next });
      id = next;
    }
    return { id, say: parts.at(-1) };
  }

  manner(): WrittenText {
    const { isUninterruptible, speed } = this.#node;
    const voice = speed !== undefined && speed >= 0.5 && speed <= 2 ? new Map([["speed", speed]]) : undefined;
    return { barge_in: isUninterruptible === true ? false : undefined, voice };
  }

  target(edge: Pick<SourceEdge, "to" | "line">): string {
    const to = this.to(edge.to);
    if (edge.line === undefined || spokenParts(edge.line).length === 0) return to;
    const [say = ""] = spokenParts(edge.line);
    const id = this.fresh("way");
    this.add(id, { say: this.text(say), next: to });
    return id;
  }

  to(source: string | undefined): string {
    const id = source === undefined ? undefined : this.#mapping.entries.get(source);
    if (id !== undefined) return id;
    if (source === undefined && this.#node.hangsUp === true) return hangUp;
    this.note({
      fidelity: "manual",
      words:
        source === undefined
          ? "an edge leads nowhere: it ends the call as unfinished"
          : `an edge leads to '${source.slice(0, 60)}', which does not exist: it ends the call as unfinished`,
    });
    return looseEnd;
  }

  /** `next` of a node without a caller. A decision of a model gets its own node. */
  wayOn(suffix: string): Plain {
    const { edges, otherwise } = this.#node;
    const branches: Plain[] = [];
    const prompts: SourceEdge[] = [];
    let last: string | undefined;
    for (const edge of edges) {
      if (edge.condition.is === "prompt") prompts.push(edge);
      else if (edge.condition.is === "always") last ??= this.target(edge);
      else {
        const condition = this.condition(edge);
        if (condition !== never) branches.push(branchIf(condition, this.target(edge)));
      }
    }
    const [only] = prompts;
    if (only !== undefined && prompts.length === 1 && last === undefined && otherwise === undefined) {
      if (edges.length > 1 || !/^\s*(?:always|else|done|next)\W*$/i.test(promptOf(only)))
        this.note({ fidelity: "approximate", words: "its only edge is taken without asking a model" });
      last = this.target(only);
    } else if (prompts.length > 0)
      last = this.decide(prompts, {
        suffix,
        otherwise: last ?? (otherwise === undefined ? undefined : this.to(otherwise)),
      });
    last ??= this.to(otherwise);
    return branches.length === 0 ? last : [...branches.slice(0, 99), new Map([["else", last]])];
  }

  condition(edge: SourceEdge): string {
    if (edge.condition.is !== "equations") return never;
    const { condition, notes } = importedCondition(edge.condition, (name) =>
      this.#mapping.draft.variable(name),
    );
    for (const note of notes) this.note(note);
    return condition;
  }

  listed(next: Plain): Plain {
    return typeof next === "string" ? [new Map([["else", next]])] : next;
  }

  /** A model decides on the edge, without a question. */
  decide(
    edges: readonly SourceEdge[],
    { suffix, otherwise }: { suffix: string; otherwise: string | undefined },
  ): string {
    const id = this.fresh(suffix);
    this.note({ fidelity: "approximate", words: "a model decides which edge is taken" });
    const exits = this.exits(edges, undefined);
    if (otherwise !== undefined) exits.set(freeKey(exits, "otherwise"), exitWhen(noOtherFits, otherwise));
    this.add(id, {
      converse:
        "Decide by the conversation so far which exit fits, and take it at once. Ask one short question only if you cannot tell.",
      exits,
      max_turns: 3,
      give_up: otherwise ?? looseEnd,
      without_llm: otherwise ?? noModel,
    });
    return id;
  }

  /** Exits of a conversation, one for each edge and one for `otherwise`, an id of the export. */
  exits(edges: readonly SourceEdge[], otherwise: string | undefined): Map<string, Plain> {
    const names = new SafeNames("exit");
    const exits = new Map<string, Plain>();
    for (const edge of edges) {
      const condition = edge.condition.is === "equations" ? this.condition(edge) : undefined;
      if (condition === never) continue;
      const goto = this.target(edge);
      if (condition !== undefined) {
        exits.set(names.fresh("when_true"), branchIf(condition, goto));
        continue;
      }
      const when = edge.condition.is === "prompt" ? edge.condition.words.trim() : "the caller has answered";
      const wish = (edge.label ?? when).split(/\s+/).slice(0, 5).join(" ");
      exits.set(names.fresh(wish), exitWhen(when, goto));
    }
    if (otherwise !== undefined)
      exits.set(freeKey(exits, "otherwise"), exitWhen(noOtherFits, this.to(otherwise)));
    return exits;
  }

  /** Adds edges to nodes reachable from anywhere, since a talking model hears no handlers. */
  addAnytime(exits: Map<string, Plain>): void {
    for (const { to, when } of this.#mapping.anytime)
      if (to !== this.#id) exits.set(freeKey(exits, `to_${to}`.slice(0, 60)), exitWhen(when, to));
  }

  /** Goal of a model. */
  goal(instructions: string): string {
    return instructions.trim() === "" ? "Help the caller." : this.text(instructions.trim());
  }

  /** Where a list of branches leads when none holds. */
  elseOf(next: Plain): string | undefined {
    const last: unknown = Array.isArray(next) ? next.at(-1) : undefined;
    const target: unknown = last instanceof Map ? last.get("else") : undefined;
    return typeof target === "string" ? target : undefined;
  }
}

export function branchIf(condition: string, goto: string): Plain {
  return new Map([
    ["if", condition],
    ["goto", goto],
  ]);
}

export function exitWhen(when: string, goto: string): Plain {
  return new Map([
    ["when", when],
    ["goto", goto],
  ]);
}

export function promptOf({ condition }: SourceEdge): string {
  return condition.is === "prompt" ? condition.words : "";
}

function freeKey(map: ReadonlyMap<string, Plain>, wish: string): string {
  let key = wish;
  for (let n = 2; map.has(key); n++) key = `${wish}_${n}`;
  return key;
}
