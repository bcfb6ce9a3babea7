// Checks VF211 and VF212: loads the flows that a flow calls, each of them once.

import type { LocatedValue } from "../model/map-reader.ts";
import type { Finding, Report } from "../model/finding.ts";
import type { Model } from "../model/model.ts";
import type { Problem } from "../source/problem.ts";
import type { Program } from "../program.ts";
import type { Knowledge } from "./check-context.ts";

/** Depth of nested calls, the flow itself included. */
const depthMax = 5;
/** Flows that one flow may load, directly or through others: each costs time to find and to check. */
const calledFlowsMax = 20;
const calledCharsMax = 512 * 1_024;

interface Loaded {
  readonly problems: readonly Problem[];
  readonly program?: Program;
}

/** The called flows of one document, with limits on their number, size and depth. Loads each id once. */
export class CalledFlows {
  readonly #knowledge: Knowledge;
  readonly #load: (text: string) => Loaded;
  readonly #flows = new Map<string, Loaded | "open" | "missing">();
  #chars = 0;

  constructor(knowledge: Knowledge, load: (text: string) => Loaded) {
    this.#knowledge = knowledge;
    this.#load = load;
  }

  /** The compiled flows that the model's nodes call, by id. */
  calls(model: Model, report: Report): ReadonlyMap<string, Program> {
    const programs = new Map<string, Program>();
    const nodes = [...model.nodes.values()].filter(({ verb }) => verb === "call");
    const before = this.#flows.get(model.id);
    // A flow that calls back to this one resolves even when this one is not stored yet.
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
        message: `flows call each other more than ${depthMax} levels deep`,
        hint: "merge some of them",
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
        message: `the flow '${id}' cannot be checked here`,
      });
      return undefined;
    }
    const loaded = this.#flow(id);
    if (loaded === "open") {
      const message = `'${id}' is already running at this point: flows cannot call each other in a circle`;
      return tell("VF211", message, "use an edge to one of its nodes");
    }
    if (loaded === "missing")
      return tell("VF212", `the account has no flow with the id '${id}'`, "store it first");
    if (loaded === "many") return tell("VF211", tooMany, "merge some of them");
    if (loaded.program !== undefined) return loaded.program;
    const error = loaded.problems.find(({ severity }) => severity === "error");
    return tell(
      "VF212",
      `the flow '${id}' cannot run: line ${error?.line}, ${error?.message}`,
      "correct that flow first",
    );
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
    if (this.#flows.size >= calledFlowsMax || this.#chars > calledCharsMax) return "many";
    const text = this.#knowledge.resolveFlow?.(id);
    this.#flows.set(id, text === undefined ? "missing" : "open");
    if (text === undefined) return "missing";
    this.#chars += text.length;
    const loaded = this.#load(text);
    this.#flows.set(id, loaded);
    return loaded;
  }
}

const tooMany = `more than ${calledFlowsMax} flows, or ${calledCharsMax / 1_024} KiB of them, hang together`;

function heightOf({ calls }: Pick<Program, "calls">): number {
  return 1 + Math.max(0, ...[...calls.values()].map(heightOf));
}
