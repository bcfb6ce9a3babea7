// Documents for readers of the code: short enough to read, and true to the files that they name.

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";

const wordsMax = 2_800;
const columnsMax = 120;
const documents = ["ARCHITECTURE.md", "DECISIONS.md", "LIMITS.md", "CAPACITY.md", "LICENSES.md"];
const textOf = (name: string): Promise<string> => Bun.file(`src/${name}`).text();

/** Paths in backticks that look like a file or folder of ours. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/`((?:src|db|public|test)\/[\w./-]+|[\w./-]+\.(?:tsx?|md))`/g)].map(([, path]) => path!);

test.each(documents)("architecture: %s names only files that exist", async (name) => {
  const text = await textOf(name);
  // Beside a file with its full path, its neighbours may be named by their last name only.
  const folders = new Set(pathsOf(text).map((path) => path.slice(0, path.lastIndexOf("/") + 1)));
  const missing = pathsOf(text).filter(
    (path) =>
      !existsSync(path) && (path.includes("/") || ![...folders].some((folder) => existsSync(folder + path))),
  );
  expect(missing).toEqual([]);
});

test("architecture: its three walks name their files, and reading takes ten minutes", async () => {
  const text = await textOf("ARCHITECTURE.md");
  for (const walk of ["A frame", "A word", "A cent"]) {
    const [, section = ""] = text.split(`\n## ${walk}\n`);
    expect(pathsOf(section.split("\n## ")[0]!).length).toBeGreaterThan(6);
  }
  expect(text.indexOf("## Where to start")).toBeLessThan(text.indexOf("\n## The"));
  expect(text.split(/\s+/).length).toBeLessThan(wordsMax);
});

test.each(documents)("architecture: the lines of %s wrap", async (name) => {
  const lines = (await textOf(name)).split("\n").filter((line) => !line.startsWith("|"));
  expect(lines.filter((line) => line.length > columnsMax)).toEqual([]);
});
