// What neither the compiler nor the linter can say about this repository, said as tests.

import { expect, test } from "bun:test";
import { dirname, join } from "node:path";

/** The import rule, one way. A part may import itself and what is listed; nothing else. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "src/base": [],
  db: ["src/base"],
  "src/config.ts": ["src/base", "src/config-ice.ts"],
  "src/config-ice.ts": ["src/base", "src/providers/open-relay.ts"],
  "src/audio": ["src/base"],
  "src/flow": ["src/base"],
  "src/speech": ["src/base", "src/audio", "src/providers/contract.ts", "src/flow/expectation.ts"],
  "src/providers/open.ts": [
    "src/base",
    "src/audio",
    "src/providers",
    "src/speech",
    "src/flow/expectation.ts",
  ],
  "src/providers": ["src/base", "src/audio", "src/flow/expectation.ts"],
  "src/voice": ["src/base", "src/audio", "src/flow", "src/providers/contract.ts"],
  "src/transport": [
    "src/base",
    "src/audio",
    "src/voice/line.ts",
    "src/voice/event.ts",
    "src/flow/json-value.ts",
    "src/providers/relay.ts",
  ],
  "src/billing": ["src/base", "db"],
  "src/hooks": ["src/base", "db"],
  "src/documents": ["src/base", "src/flow", "src/speech/dictionary.ts"],
  "src/cloud": ["src/base", "db", "src/flow", "src/documents", "src/providers/catalog.ts"],
  "src/calls": [
    "src/base",
    "db",
    "src/audio",
    "src/flow",
    "src/voice",
    "src/speech",
    "src/providers",
    "src/billing",
    "src/cloud",
  ],
  "src/session": [
    "src/base",
    "db",
    "src/billing",
    "src/calls",
    "src/cloud",
    "src/audio/frame.ts",
    "src/flow/json-value.ts",
    "src/flow/program.ts",
    "src/hooks",
    "src/voice",
  ],
  "src/routes": [
    "src/base",
    // A route holds a Db to hand it on; tables are out of its reach.
    "db/open.ts",
    "db/full.ts",
    "src/calls",
    "src/session",
    "src/cloud",
    "src/billing",
    "src/hooks",
    "src/transport",
    "src/voice/event.ts",
    "src/voice/line.ts",
    "src/providers/catalog.ts",
    "src/providers/lease.ts",
    "src/flow/reference.ts",
    "src/documents/message.ts",
  ],
  "src/app.ts": ["src", "db"],
  "src/app-calls.ts": ["src", "db"],
  "src/cli": [
    "src/base",
    "src/config.ts",
    "src/licenses.ts",
    "src/app.ts",
    "src/audio",
    "src/flow",
    "src/speech",
    "src/providers",
    "src/voice",
    "src/transport",
    "src/billing",
    "src/hooks",
    "src/cloud",
    "src/calls",
    "src/session",
    "db",
  ],
  "src/main.ts": [
    "src/app.ts",
    "src/cli",
    "src/config.ts",
    "src/base",
    "src/speech/worker.ts",
    "src/documents/worker.ts",
  ],
  "src/pages.ts": ["src/base"],
  "src/licenses.ts": ["src/base", "src/pages.ts"],
  "src/build.ts": ["src/base", "src/pages.ts", "src/licenses.ts"],
  "public/voice": [
    "src/transport/message.ts",
    "src/transport/message-own.ts",
    "src/transport/message-server.ts",
  ],
  "public/page": [],
  "public/test": ["public/voice", "public/page"],
  "public/flow-editor": ["public/voice", "public/page", "src/flow"],
};

/** Words that belong to a few files: time to the clock, the environment to the configuration. */
const keptTo: readonly (readonly [word: RegExp, owners: readonly string[]])[] = [
  // Pages live in browsers, which have no other clock.
  [/\b(?:setTimeout|setInterval|Date\.now|performance\.now|Bun\.sleep)\b/, ["src/base/clock.ts", "public"]],
  // main.ts reads the role of a Worker before anything else is loaded.
  // pages.ts tells the bundler what stands for it in React.
  [/\b(?:process|Bun)\.env\b/, ["src/config.ts", "src/main.ts", "src/pages.ts"]],
  [/\bfrom "\.\.?\/(?:.*\/)?test\//, []],
];

/** Not reached from main.ts, and right so: programs of their own, and suites that only tests run so far. */
const startedOtherwise = [
  /^src\/build\.ts$/,
  /^public\//,
  /^src\/providers\/conformance-.*\.ts$/,
  /\.d\.ts$/,
];

const fileLinesMax = 400;
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
  for (const root of ["src/main.ts", "public/flow-editor/page.tsx", "public/flow-editor/tests/worker.ts"])
    visit(root, []);
  const dead = [...files.keys()].filter(
    (path) => !reached.has(path) && !startedOtherwise.some((pattern) => pattern.test(path)),
  );
  expect(dead).toEqual([]);
});

test("tidy: files are short, open with a sentence, and keep to their words", () => {
  const untidy = [...files].flatMap(([path, text]) => [
    ...(text.split("\n").length > fileLinesMax ? [`${path} has more than ${fileLinesMax} lines`] : []),
    ...(/^\/\/ [A-Z`][^]*?\.\s/.test(text) ? [] : [`${path} does not open with a sentence`]),
    ...keptTo
      .filter(([, owners]) => !owners.some((owner) => path === owner || path.startsWith(`${owner}/`)))
      .filter(([word]) => word.test(withoutComments(text)))
      .map(([word]) => `${path} uses ${word.exec(withoutComments(text))?.[0]}`),
    ...(/(^|\/)index\.ts$/.test(path) ? [`${path}: there are no index files`] : []),
  ]);
  expect(untidy).toEqual([]);
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

/** A file's own entry in the table goes before its folder's. */
function partOf(path: string): string | undefined {
  if (path in mayImport) return path;
  const folder = path.startsWith("db/") ? "db" : path.split("/").slice(0, 2).join("/");
  return folder in mayImport ? folder : undefined;
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}
