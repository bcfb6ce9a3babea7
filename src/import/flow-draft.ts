// Flow draft: an import's flow, as plain data under ids, before it is checked and written.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { reservedNames } from "../flow/language/check/check-ids.ts";
import type {
  Note,
  SourceBuiltIn,
  SourceFlow,
  SourceNode,
  SourceSetting,
  SourceVariable,
} from "./source-flow.ts";
import { SafeNames } from "./safe-names.ts";
import { withoutBraces } from "./imported-text.ts";
import { optionsOf } from "./imported-options.ts";
import type { DraftVariable, DraftVariables } from "./draft-variable.ts";
import { type ImportedNode, worst } from "./import-report.ts";

export type DraftNode = Map<string, Plain>;

const unknownVariable: Omit<DraftVariable, "id"> = {
  type: "text",
  options: new Map(),
  description: undefined,
  initial: undefined,
  isDeclared: false,
  isFilled: false,
  isAsked: false,
};

export class FlowDraft implements DraftVariables {
  readonly nodes = new Map<string, DraftNode>();
  readonly tools = new Map<string, ReadonlyMap<string, Plain>>();
  readonly handlers = new Map<string, ReadonlyMap<string, Plain>>();
  readonly hooks: ReadonlyMap<string, Plain>[] = [];
  readonly secrets: string[] = [];
  readonly variables = new Map<string, DraftVariable>();
  readonly settings: SourceSetting[] = [];
  /** Persona of the agent, for the model. */
  persona: string | undefined;
  readonly nodeNames = new SafeNames("node", ["resume"]);
  readonly toolNames = new SafeNames("tool");
  readonly #variableNames = new SafeNames("value", reservedNames);
  readonly #secretNames = new SafeNames("key");
  /** Source id → its result. */
  readonly #sources = new Map<string, { node: SourceNode; nodes: string[]; notes: Note[] }>();

  readonly #builtIn: NonNullable<SourceFlow["builtIn"]>;

  readonly nameIn: NonNullable<SourceFlow["nameIn"]>;

  readonly #shortName: NonNullable<SourceFlow["shortName"]>;

  constructor({ builtIn, nameIn, shortName }: Pick<SourceFlow, "builtIn" | "nameIn" | "shortName">) {
    this.#builtIn = builtIn ?? (() => undefined);
    this.#shortName = shortName ?? ((name) => name);
    this.nameIn = nameIn ?? ((hole) => hole.trim());
  }

  begin(node: SourceNode): void {
    this.#sources.set(node.id, { node, nodes: [], notes: [...node.notes] });
  }

  note(source: string, note: Note): void {
    const notes = this.#sources.get(source)?.notes;
    if (notes?.some(({ words }) => words === note.words) === false) notes.push(note);
  }

  /** Adds a node; `source`: the export's node. */
  add(id: string, node: Readonly<Record<string, Plain | undefined>>, source?: string): void {
    const written = new Map<string, Plain>();
    for (const [key, value] of Object.entries(node)) if (value !== undefined) written.set(key, value);
    this.nodes.set(id, written);
    const nodes = source === undefined ? undefined : this.#sources.get(source)?.nodes;
    if (nodes?.includes(id) === false) nodes.push(id);
  }

  knows(hole: string): boolean {
    const name = this.nameIn(hole);
    return this.#variableNames.has(name) || this.#builtIn(name) !== undefined;
  }

  /** Variable of a name in the export, a text if nothing else is known. */
  variable(hole: string): DraftVariable {
    const name = this.nameIn(hole);
    const builtIn = this.#variableNames.has(name) ? undefined : this.#builtIn(name);
    if (builtIn === undefined) return this.own(name);
    this.#tell(name, builtIn);
    return {
      ...unknownVariable,
      id: builtIn.expression,
      text: builtIn.text ?? `{{ ${builtIn.expression} ?? '' }}`,
    };
  }

  /** Variable of a name that the export declares or fills, even if the name has a built-in meaning there. */
  own(name: string): DraftVariable {
    const fullName = this.nameIn(name);
    const id = this.#variableNames.of(fullName, this.#shortName(fullName));
    return this.variables.getOrInsertComputed(id, () => ({ ...unknownVariable, id }));
  }

  #tell(name: string, { expression, text, note }: SourceBuiltIn): void {
    const setting = `variable ${name}`;
    if (this.settings.some((each) => each.setting === setting)) return;
    const ours = withoutBraces(text ?? expression);
    this.settings.push({
      setting,
      fidelity: note === undefined ? "exact" : "approximate",
      words: note === undefined ? `it is ${ours}` : `it is ${ours}: ${note}`,
    });
  }

  /** Gives a variable its type. False if it already has another. */
  declare({ name, type, choices, alike, description }: SourceVariable): boolean {
    const variable = this.own(name);
    const options = type === "choice" ? optionsOf(choices, alike) : new Map<string, string>();
    const wanted = type === "choice" && options.size === 0 ? "text" : type;
    if (variable.isDeclared && variable.type !== wanted) return false;
    variable.isDeclared = true;
    variable.description ??= description;
    variable.type = wanted;
    // An option in only one of two lists of choices may be compared too.
    variable.options =
      variable.options.size === 0 ? options : optionsOf([...variable.options.keys(), ...choices], alike);
    return true;
  }

  /** Declares a variable missing in the export; returns its id. */
  declareNew({ name: wish, ...more }: SourceVariable): DraftVariable {
    let name = wish;
    for (let n = 2; this.knows(name); n++) name = `${wish} ${n}`;
    this.declare({ name, ...more });
    return this.variable(name);
  }

  secret(wish: string): string {
    const name = this.#secretNames.of(wish).toUpperCase();
    if (!this.secrets.includes(name)) this.secrets.push(name);
    return name;
  }

  /** Result for each node of the export, in its order. */
  imported(): readonly ImportedNode[] {
    return [...this.#sources.values()].map(({ node: { id, name, kind }, nodes, notes }) => ({
      source: id,
      name,
      kind,
      nodes,
      fidelity: worst(notes),
      notes,
    }));
  }
}
