// The flows that come with the program, ready to run by their names.

import { readdirSync, readFileSync } from "node:fs";
import { assetPath } from "../base/asset.ts";
import type { Program } from "../flow/document.ts";
import { parseFlow } from "../flow/parse.ts";

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
  const { program, problems } = parseFlow(readFileSync(assetPath("flows", file), "utf8"));
  if (program !== undefined) return program;
  throw new Error(`${file} cannot run: ${problems.map((it) => it.message).join("; ")}`);
}
