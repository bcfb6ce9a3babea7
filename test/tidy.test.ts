// Rules of this repository beyond the compiler and the linter, as tests.

import { expect, test } from "bun:test";
import { basename, dirname, join } from "node:path";
import { mayImport } from "./support/imports/import-table.ts";

/** Words that belong to a few files: time to the clock, the environment to the configuration, queries to the store. */
const keptTo: readonly (readonly [word: RegExp, owners: readonly string[]])[] = [
  // Only the store queries the database.
  [/\bfrom "(?:drizzle-orm|bun:sqlite)\b/, ["db"]],
  // Pages live in browsers, which have no other clock.
  [/\b(?:setTimeout|setInterval|Date\.now|performance\.now|Bun\.sleep)\b/, ["src/base/clock.ts", "public"]],
  // main.ts reads the role of a Worker before all else; bundle-pages.ts tells the bundler which constant replaces it in
  // React; start-process.ts passes it on.
  [
    /\b(?:process|Bun)\.env\b/,
    ["src/config.ts", "src/main.ts", "src/bundle-pages.ts", "src/base/start-process.ts"],
  ],
  [/\bfrom "\.\.?\/(?:.*\/)?test\//, []],
];

/** Files that main.ts rightly does not reach: programs of their own, and parts that only tests run so far. */
const startedOtherwise = [
  /^src\/build\.ts$/,
  // Kernels of recognisers, detector and voices, and their compiler; packers of our voices' dictionary and of word
  // vectors.
  /^src\/speech\/(?:(?:ears|silero|vocal)\/assembly\/.*|build-kernels|own-voice\/build-pronunciations)\.ts$/,
  /^src\/flow\/grammar\/likeness\/build-word-vectors\.ts$/,
  /^public\//,
  /^src\/providers\/conformance-.*\.ts$/,
  /\.d\.ts$/,
];

const fileLinesMax = 400;
/** The store has two dialects, and providers have many protocols. */
const partLinesMax = 12_500;
const folderFilesMax = 30;
const imported =
  /^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["'](\.[^"']+\.tsx?)["']|\bimport\(\s*["'](\.[^"']+\.tsx?)["']\s*\)/gm;

const files = new Map<string, string>();
for (const path of new Bun.Glob("{src,db,public}/**/*.{ts,tsx}").scanSync(".")) {
  files.set(path, await Bun.file(path).text());
}

test("tidy: every import points down", () => {
  const upward = [...files.keys()].flatMap((path) => {
    const part = partOf(path);
    const allowed = part === undefined ? undefined : mayImport[part];
    if (part === undefined || allowed === undefined)
      return [`${path} belongs to no part of the import table`];
    return importsOf(path)
      .filter((to) => to !== part && !to.startsWith(`${part}/`) && partOf(to) !== part)
      .filter((to) => !allowed.some((each) => to === each || to.startsWith(`${each}/`)))
      .map((to) => `${path} may not import ${to}`);
  });
  expect(upward).toEqual([]);
});

test("tidy: no import cycles, and no file that neither main.ts nor a page can reach", () => {
  const reached = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) throw new Error(`Import cycle: ${[...trail, path].join(" → ")}`);
    if (reached.has(path) || !files.has(path)) return;
    for (const to of importsOf(path)) visit(to, [...trail, path]);
    reached.add(path);
  };
  for (const root of [
    "src/main.ts",
    "public/flow-editor/editor-page.tsx",
    "public/flow-editor/tests/flow-test-worker.ts",
    "public/manual/manual-page.ts",
    "public/widget/widget.ts",
  ])
    visit(root, []);
  const dead = [...files.keys()].filter(
    (path) => !reached.has(path) && !startedOtherwise.some((pattern) => pattern.test(path)),
  );
  expect(dead).toEqual([]);
});

test("tidy: no part is too large, and no folder too long", () => {
  const lines = new Map<string, number>();
  for (const [path, text] of files) {
    const part = partOf(path) ?? path;
    lines.set(part, (lines.get(part) ?? 0) + text.split("\n").length);
  }
  expect([...lines].filter(([, count]) => count > partLinesMax)).toEqual([]);
  const folders = Map.groupBy(new Bun.Glob("{src,db,public,test}/**/*").scanSync("."), dirname);
  const long = [...folders]
    .filter(([, paths]) => [...paths].length > folderFilesMax)
    .map(([folder]) => folder);
  expect(long).toEqual([]);
});

test("tidy: files are short, open with a definition, and keep to their words", () => {
  const untidy = [...files].flatMap(([path, text]) => [
    ...(text.split("\n").length > fileLinesMax ? [`${path} has more than ${fileLinesMax} lines`] : []),
    ...(/^\/\/ [A-Z`][^:.\n]{1,60}: [^]*?\.\s/.test(text)
      ? []
      : [`${path} does not open with what it is: a noun, a colon, a sentence`]),
    ...keptTo
      .filter(([, owners]) => !owners.some((owner) => path === owner || path.startsWith(`${owner}/`)))
      .filter(([word]) => word.test(withoutComments(text)))
      .map(([word]) => `${path} uses ${word.exec(withoutComments(text))?.[0]}`),
    ...(/(^|\/)index\.ts$/.test(path) ? [`${path}: there are no index files`] : []),
  ]);
  expect(untidy).toEqual([]);
});

/** Packs of human languages are alike, file by file. */
const packs = ["src/flow/locale/", "src/flow/grammar/languages/", "src/spoken/"];

test("tidy: no two files have one name", () => {
  const names = Map.groupBy(
    [...files.keys()].filter((path) => !packs.some((folder) => path.startsWith(folder))),
    (path) => basename(path).replace(/\.tsx?$/, ""),
  );
  expect([...names.values()].filter((paths) => paths.length > 1)).toEqual([]);
});

test("tidy: test files open with a sentence too", async () => {
  const paths = [...new Bun.Glob("test/**/*.ts").scanSync(".")];
  const untidy = await Promise.all(
    paths.map(async (path) => (/^\/\/ [A-Z`]/.test(await Bun.file(path).text()) ? [] : [path])),
  );
  expect(untidy.flat()).toEqual([]);
});

function importsOf(path: string): string[] {
  const text = withoutComments(files.get(path) ?? "");
  return [...text.matchAll(imported)].map((match) => join(dirname(path), match[1] ?? match[2]!));
}

/** A file's own entry in the table wins over its folder's, and an inner folder's over the outer one's. */
function partOf(path: string): string | undefined {
  for (let part = path; part !== "."; part = dirname(part)) if (part in mayImport) return part;
  return undefined;
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

/** As in run.ts: a test may take this long on a machine with other work. */
const timeoutMsMin = 240_000;
const ownTimeout = /^ *\}, ([0-9_]+)\);$|^ +([0-9_]+),\n *\);$|setDefaultTimeout\(([0-9_]+)\)/gm;

test("tidy: no test has less time than the run, so that a busy machine fails none", async () => {
  const hurried: string[] = [];
  for await (const path of new Bun.Glob("test/**/*.test.ts").scan(".")) {
    for (const [, ...found] of (await Bun.file(path).text()).matchAll(ownTimeout)) {
      const ms = Number(found.find((each) => each !== undefined)?.replaceAll("_", ""));
      // Smaller numbers are no times.
      if (ms >= 1_000 && ms < timeoutMsMin) hurried.push(`${path}: ${ms}`);
    }
  }
  expect(hurried).toEqual([]);
});
