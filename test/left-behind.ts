// Leftovers of tests: processes and temporary files that tests made and did not remove. Their databases end with the
// server of the run.

import { readdirSync, readFileSync } from "node:fs";

export interface TestTraces {
  /** Folder for temporary files of all tests. */
  readonly folder: string;
  /** Variable with its value, "NAME=value", that each process of the run inherits. */
  readonly mark: string;
}

/** Lines, one for each leftover; none if the tests removed everything. */
export function leftBehind({ folder, mark }: TestTraces): readonly string[] {
  return [
    ...readdirSync(folder).map((name) => `a folder or file ${name}`),
    ...readdirSync("/proc").flatMap((id) => processWith(mark, id)),
  ];
}

function processWith(mark: string, id: string): readonly string[] {
  if (!/^\d+$/.test(id)) return [];
  const words = (name: string): readonly string[] => readFileSync(`/proc/${id}/${name}`, "utf8").split("\0");
  try {
    return words("environ").includes(mark)
      ? [`process ${id}: ${words("cmdline").join(" ").slice(0, 100)}`]
      : [];
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return [];
  }
}
