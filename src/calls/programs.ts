// The flows that can be run: those that come with the program, by their names, and those that are stored, by their ids.

import { readdirSync, readFileSync } from "node:fs";
import type { Db } from "../../db/open.ts";
import { assetPath } from "../base/asset.ts";
import { Fault } from "../base/fault.ts";
import { type LoadLanguage, runnableFlow } from "../cloud/flow-test.ts";
import { findFlow } from "../cloud/flows.ts";
import type { Program } from "../flow/program.ts";
import { loadFlow } from "../flow/load.ts";

const suffix = ".flow.yaml";

let read: ReadonlyMap<string, Program> | undefined;

/**
 * File name without its suffix → program. Read when first asked for, because that takes as long as all else at start.
 * Throws for a built-in flow that cannot run: that is a bug of ours.
 */
export function builtInPrograms(): ReadonlyMap<string, Program> {
  read ??= readAll();
  return read;
}

function readAll(): ReadonlyMap<string, Program> {
  const names = readdirSync(assetPath("flows")).filter((file) => file.endsWith(suffix));
  return new Map(names.map((file) => [file.slice(0, -suffix.length), load(file)]));
}

function load(file: string): Program {
  const { program, problems } = loadFlow(readFileSync(assetPath("flows", file), "utf8"));
  if (program !== undefined) return program;
  throw new Error(`${file} cannot run: ${problems.map((it) => it.message).join("; ")}`);
}

interface StoredProgram {
  readonly program: Program;
  readonly revision: number;
}

/** Programs that are kept ready; a text takes milliseconds to read, and a revision never changes. */
const readyMax = 200;

export class StoredPrograms {
  readonly #db: Db;
  readonly #load: LoadLanguage;
  readonly #ready = new Map<string, Program>();

  constructor(db: Db, load: LoadLanguage) {
    this.#db = db;
    this.#load = load;
  }

  /** Whether it is an id of a stored flow rather than a built-in name. */
  static named(programId: string | undefined): programId is string {
    return programId?.startsWith("flow_") ?? false;
  }

  static unknown(): Fault {
    return new Fault("flow/not-found", "There is no such flow in this account: GET /v1/flows lists them.");
  }

  /** Without an account: whoever's it is. Throws `flow/not-found`, and `flow/invalid` for one that cannot run. */
  find(flowId: string, accountId: string | undefined): StoredProgram {
    const flow = findFlow(this.#db, { accountId, flowId });
    if (flow === undefined) throw StoredPrograms.unknown();
    const { source, revision, accountId: owner } = flow;
    const key = `${flowId}/${revision}`;
    const program =
      this.#ready.get(key) ?? runnableFlow(source, { load: this.#load, accountId: owner }).program;
    this.#ready.delete(key);
    this.#ready.set(key, program);
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= readyMax) break;
      this.#ready.delete(oldest);
    }
    return { program, revision };
  }
}
