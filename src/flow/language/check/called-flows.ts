// Checks VF211 to VF214: loads the libraries that a flow includes and the flows that it calls, each of them once.

import { buildModel, type IncludedModel } from "../model/build-model.ts";
import { type LocatedValue, type Data, Fields } from "../model/map-reader.ts";
import type { Finding, Report } from "../model/finding.ts";
import type { Model } from "../model/model.ts";
import type { Problem } from "../source/problem.ts";
import type { Program } from "../program.ts";
import { readSource } from "../source/source-reader.ts";
import type { Knowledge } from "./check-context.ts";

/** Depth of nested calls, the flow itself included. */
const depthMax = 5;
/** Flows and libraries that one flow may load, directly or through others: each costs time to find and to check. */
const includedFlowsMax = 20;
const includedCharsMax = 512 * 1_024;

interface Loaded {
  readonly problems: readonly Problem[];
  readonly program?: Program;
}

/** The libraries and called flows of one document, with limits on their number, size and depth. Loads each id once. */
export class IncludedFlows {
  readonly #knowledge: Knowledge;
  readonly #load: (text: string) => Loaded;
  readonly #flows = new Map<string, Loaded | "open" | "missing">();
  readonly #texts = new Map<string, string>();
  #chars = 0;

  constructor(knowledge: Knowledge, load: (text: string) => Loaded) {
    this.#knowledge = knowledge;
    this.#load = load;
  }

  /** The libraries that the document includes; unusable ones are reported and left out. */
  libraries(document: Data, report: Report): readonly IncludedModel[] {
    const included: IncludedModel[] = [];
    const taken = new Map<string, string>();
    for (const section of ["types", "tools", "handlers"]) {
      for (const { key } of new Fields(document, []).entries(section))
        taken.set(`${section} ${key}`, "this flow");
    }
    for (const at of new Fields(document, []).strings("include")) {
      const library = this.#library(at, report);
      if (library === undefined) continue;
      const clashes = namesIn(library.model).filter((name) => taken.has(name));
      for (const name of clashes) {
        const [section = "", key = ""] = name.split(" ");
        report({
          code: "VF214",
          path: at.path,
          message: `'${at.value}' has the ${section.slice(0, -1)} '${key}', and so has ${taken.get(name)}`,
          hint: "rename one of them",
        });
      }
      for (const name of namesIn(library.model)) taken.set(name, `'${at.value}'`);
      if (clashes.length === 0) included.push(library);
    }
    return included;
  }

  #library({ value: id, path }: LocatedValue<string>, report: Report): IncludedModel | undefined {
    const wrong = (message: string): undefined => {
      report({ code: "VF213", path, message });
    };
    if (this.#isElsewhere(id)) {
      report({
        code: "VF213",
        severity: "warning",
        path,
        message: `whether there is a library '${id}' is not known here`,
      });
      return undefined;
    }
    const loaded = this.#flow(id);
    if (loaded === "missing") return wrong(`the account has no library with the id '${id}'`);
    if (loaded === "open") return wrong("a document can not include itself");
    if (loaded === "many") return wrong(tooMany);
    const { value } = readSource(this.#texts.get(id) ?? "");
    if (value?.get("kind") !== "library") return wrong(`'${id}' is no library: it has no 'kind: library'`);
    const error = loaded.problems.find(({ severity }) => severity === "error");
    if (error !== undefined)
      return wrong(`the library '${id}' has errors: line ${error.line}, ${error.message}`);
    return { id, model: buildModel(value, { report: () => {}, path }) };
  }

  /** The compiled flows that the model's nodes call, by id. */
  calls(model: Model, report: Report): ReadonlyMap<string, Program> {
    const programs = new Map<string, Program>();
    const nodes = [...model.nodes.values()].filter(({ verb }) => verb === "call");
    const before = this.#flows.get(model.id);
    // A flow that calls back to this one is found even when this one is not stored yet.
    if (before === undefined && model.id !== "") this.#flows.set(model.id, "open");
    for (const { callee } of nodes) {
      if (callee === undefined) continue;
      const program = this.#called(callee, report);
      if (program !== undefined) programs.set(callee.value, program);
    }
    if (before === undefined) this.#flows.delete(model.id);
    if (nodes.length > 0 && heightOf({ calls: programs }) > depthMax) {
      const path = nodes[0]?.callee?.path ?? [];
      report({
        code: "VF211",
        path,
        message: `flows call each other more than ${depthMax} deep`,
        hint: "put some of them together",
      });
    }
    return programs;
  }

  #called({ value: id, path }: LocatedValue<string>, report: Report): Program | undefined {
    const tell = (code: Finding["code"], message: string, hint: string): undefined => {
      report({ code, path, message, hint });
    };
    if (this.#isElsewhere(id)) {
      report({
        code: "VF212",
        severity: "warning",
        path,
        message: `whether there is a flow '${id}' is not known here`,
      });
      return undefined;
    }
    const loaded = this.#flow(id);
    if (loaded === "open") {
      const message = `'${id}' is running already when it comes here: flows may not call each other in a circle`;
      return tell("VF211", message, "lead back to one of its nodes");
    }
    if (loaded === "missing")
      return tell("VF212", `the account has no flow with the id '${id}'`, "store it first");
    if (loaded === "many") return tell("VF211", tooMany, "put some of them together");
    if (loaded.program !== undefined) return loaded.program;
    const error = loaded.problems.find(({ severity }) => severity === "error");
    const why = error === undefined ? "it is a library" : `line ${error.line}, ${error.message}`;
    return tell("VF212", `the flow '${id}' can not run: ${why}`, "correct it first");
  }

  /** Whether the flow cannot be resolved here but may exist where this flow will be stored. */
  #isElsewhere(id: string): boolean {
    const { resolveFlow, hasOtherFlows } = this.#knowledge;
    if (this.#flows.get(id) === "open") return false;
    return resolveFlow === undefined || (hasOtherFlows === true && resolveFlow(id) === undefined);
  }

  #flow(id: string): Loaded | "open" | "missing" | "many" {
    const cached = this.#flows.get(id);
    if (cached !== undefined) return cached;
    if (this.#flows.size >= includedFlowsMax || this.#chars > includedCharsMax) return "many";
    const text = this.#knowledge.resolveFlow?.(id);
    this.#flows.set(id, text === undefined ? "missing" : "open");
    if (text === undefined) return "missing";
    this.#texts.set(id, text);
    this.#chars += text.length;
    const loaded = this.#load(text);
    this.#flows.set(id, loaded);
    return loaded;
  }
}

const tooMany = `more than ${includedFlowsMax} flows, or ${includedCharsMax / 1_024} KiB of them, hang together`;

function heightOf({ calls }: Pick<Program, "calls">): number {
  return 1 + Math.max(0, ...[...calls.values()].map(heightOf));
}

function namesIn({ types, tools, handlers }: Model): readonly string[] {
  return [
    ...[...types.keys()].map((name) => `types ${name}`),
    ...[...tools.keys()].map((name) => `tools ${name}`),
    ...[...handlers.keys()].map((name) => `handlers ${name}`),
  ];
}
