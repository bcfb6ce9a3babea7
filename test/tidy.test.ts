// What neither the compiler nor the linter can say about this repository, said as tests.

import { expect, test } from "bun:test";
import { basename, dirname, join } from "node:path";

/** The bottom of the flow language, beneath its three rooms: what variables hold, and how each human language is read and spoken. */
const ground = ["src/base", "src/flow/value", "src/flow/locale"];
/** What a written flow is made of, before anything is checked. */
const written = ["src/flow/language/source", "src/flow/language/schema", "src/flow/language/codes"];
/** What runs of a flow: its program, and the expressions in it. */
const running = [
  "src/flow/language/expression",
  "src/flow/language/program.ts",
  "src/flow/language/type-conformity.ts",
];

/** The import rule, one way. A part may import itself and what is listed; nothing else. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "src/base": [],
  // What is kept, as operations; what keeps it lies beside it, out of everybody's reach but of those who open it.
  "db/port": [],
  db: ["src/base"],
  "src/config.ts": [
    "src/base",
    "src/config-cluster.ts",
    "src/config-files.ts",
    "src/config-storage.ts",
    "src/config-ice.ts",
    "src/config-metrics.ts",
    "src/config-processes.ts",
    "src/config-providers.ts",
    "src/files/s3-files.ts",
    "src/providers/provider-contract.ts",
  ],
  "src/config-providers.ts": [
    "src/base",
    "src/providers/catalog",
    "src/providers/provider-contract.ts",
    "src/providers/provider-settings.ts",
  ],
  "src/config-cluster.ts": ["src/base"],
  "src/config-metrics.ts": ["src/base"],
  "src/config-files.ts": ["src/base", "src/files/s3-files.ts"],
  "src/config-storage.ts": ["src/base"],
  "src/config-ice.ts": ["src/base", "src/providers/relay/open-relay.ts"],
  "src/audio": ["src/base"],
  // What keeps files that outlive their process.
  "src/files": ["src/base"],

  "src/flow/value": ["src/base"],
  "src/flow/locale": ["src/base", "src/flow/value"],
  // What a voice is given for a written text: the words are in the packs.
  "src/spoken": ["src/flow/locale"],
  "src/flow/language/source": ["src/base"],
  "src/flow/language/schema": ["src/base", "src/flow/value"],
  "src/flow/language/codes": ["src/base"],
  "src/flow/language/expression": [...ground, "src/flow/language/source"],
  "src/flow/language/program.ts": ["src/flow/value", "src/flow/language/expression"],
  "src/flow/language/type-conformity.ts": ["src/flow/value", ...running],
  "src/flow/language/model": [...ground, ...written, ...running],
  "src/flow/language/compile": [...ground, ...written, ...running, "src/flow/language/model"],
  "src/flow/language/check": [
    ...ground,
    ...written,
    ...running,
    "src/flow/language/model",
    "src/flow/language/compile",
  ],
  // find-problems.ts and load-flow.ts: the whole way from a text to a program.
  "src/flow/language": ["src/base"],

  "src/flow/engine/understand": ground,
  "src/flow/engine/run": [...ground, ...running, "src/flow/engine/understand"],
  "src/flow/engine/guide": [
    ...ground,
    "src/flow/engine/expectation.ts",
    "src/flow/engine/understand",
    "src/flow/engine/run/step-contract.ts",
  ],
  // What a caller of the engine meets: work outside, HTTP tools, a flow in text, what is listened for.
  "src/flow/engine": [...ground, ...running],

  "src/flow/author/document": ["src/base", "src/flow/language/source"],
  "src/flow/author/draw": ["src/base", "src/flow/author/document", "src/flow/language/model"],
  "src/flow/author/edit": [
    "src/base",
    "src/flow/author/document",
    ...written,
    "src/flow/language/expression",
    "src/flow/language/model",
  ],
  "src/flow/author/testing": [...ground, "src/flow/language", "src/flow/engine", "src/flow/author/document"],
  "src/flow/author/language-reference.ts": [...written, "src/flow/language/expression"],

  "src/speech": [
    "src/base",
    "src/audio",
    "src/providers/provider-contract.ts",
    "src/flow/engine/expectation.ts",
    "src/flow/engine/understand/thresholds.ts",
  ],
  "src/providers/open-providers.ts": [
    "src/base",
    "src/audio",
    "src/providers",
    "src/speech",
    "src/flow/engine/expectation.ts",
  ],
  "src/providers": ["src/base", "src/audio", "src/flow/engine/expectation.ts"],
  "src/voice": [
    "src/base",
    "src/audio",
    "src/flow/value",
    "src/flow/language/program.ts",
    "src/flow/engine",
    "src/providers/provider-contract.ts",
    "src/providers/timed-text.ts",
    "src/spoken",
  ],
  "src/transport": [
    "src/base",
    "src/audio",
    "src/voice/line.ts",
    "src/voice/call-event.ts",
    "src/flow/value/json-value.ts",
    "src/providers/relay/relay.ts",
  ],
  "src/billing": ["src/base", "db/port"],
  "src/hooks": ["src/base", "db/port"],
  // The processes of one machine, of which one has the data for all.
  "src/processes": ["src/base", "src/config.ts", "src/cloud/invitation.ts", "db/port", "db/remote"],
  "src/config-processes.ts": ["src/base"],
  "src/cluster": ["src/base", "db/port"],
  "src/documents": ["src/base", "src/flow/language", "src/flow/author", "src/speech/dictionary.ts"],
  "src/cloud": [
    "src/base",
    "db/port",
    // Where the master key lies.
    "db/data-loss.ts",
    "db/in-memory.ts",
    "src/flow/language/program.ts",
    "src/flow/author/draw",
    "src/documents",
    "src/providers/catalog",
  ],
  "src/calls": [
    "src/base",
    "db/port",
    "src/audio",
    "src/flow/value",
    "src/flow/locale/languages.ts",
    "src/flow/language",
    "src/flow/engine",
    "src/voice",
    "src/speech",
    "src/providers",
    "src/billing",
    "src/cloud",
    "src/cluster",
    "src/files",
  ],
  "src/session": [
    "src/base",
    "db/port",
    "src/billing",
    "src/calls",
    "src/cloud",
    "src/audio/frame.ts",
    "src/flow/value/json-value.ts",
    "src/flow/language/program.ts",
    "src/hooks",
    "src/voice",
  ],
  "src/routes": [
    "src/base",
    "db/port",
    "db/disk-full.ts",
    "src/cluster",
    "src/calls",
    "src/session",
    "src/cloud",
    "src/files/stored-files.ts",
    "src/billing",
    "src/hooks",
    "src/transport",
    "src/voice/call-event.ts",
    "src/voice/line.ts",
    "src/providers/catalog",
    "src/providers/relay/ice-servers.ts",
    "src/flow/author/language-reference.ts",
    "src/documents/document-message.ts",
  ],
  "src/app.ts": ["src", "db/port", "db/postgres/open-postgres.ts", "db/sqlite/file-store.ts"],
  "src/app-calls.ts": ["src", "db/port"],
  "src/app-routing.ts": ["src", "db/port"],
  "src/app-sessions.ts": ["src", "db/port"],
  "src/app-cluster.ts": ["src", "db/port"],
  "src/app-metrics.ts": ["src/base", "src/calls", "src/voice"],
  "src/sim": [
    "src/base",
    "src/audio",
    "src/flow",
    "src/providers/provider-contract.ts",
    "src/spoken",
    "src/voice",
  ],
  "src/cli": [
    "src/sim",
    "src/base",
    "src/config.ts",
    "src/third-party-licenses.ts",
    "src/app.ts",
    "src/audio",
    "src/flow",
    "src/speech",
    "src/spoken",
    "src/providers",
    "src/voice",
    "src/transport",
    "src/billing",
    "src/hooks",
    "src/cloud",
    "src/cluster",
    "src/processes",
    "src/files",
    "src/calls",
    "src/session",
    "src/routes",
    "db/port",
    "db/postgres/open-postgres.ts",
    "db/sqlite/file-store.ts",
    // The file itself: its lock, its copies, and why it cannot be opened.
    "db/backup.ts",
    "db/directory-lock.ts",
    "db/examine.ts",
    "db/in-memory.ts",
    "db/migrate-file.ts",
    "db/open-database.ts",
    "db/open-refusal.ts",
    "db/postgres/move-from-file.ts",
    "db/postgres/open-postgres.ts",
  ],
  "src/main.ts": [
    "src/app.ts",
    "src/cli",
    "src/config.ts",
    "src/base",
    "src/speech/speech-worker.ts",
    "src/speech/turn-model/turn-model-worker.ts",
    "src/documents/document-worker.ts",
    "src/sim/sim-worker.ts",
  ],
  "src/bundle-pages.ts": ["src/base"],
  "src/third-party-licenses.ts": ["src/base", "src/bundle-pages.ts"],
  "src/build.ts": ["src/base", "src/bundle-pages.ts", "src/third-party-licenses.ts"],
  "public/voice": [
    "src/transport/message-envelope.ts",
    "src/transport/message-extension.ts",
    "src/transport/message-server.ts",
  ],
  "public/page": [],
  "public/test": ["public/voice", "public/page"],
  "public/flow-editor/state": ["src/flow"],
  "public/flow-editor/complete": ["src/flow"],
  "public/flow-editor/canvas": ["src/flow", "public/flow-editor/state", "public/flow-editor/dialog.tsx"],
  "public/flow-editor/inspector": ["src/flow", "public/flow-editor/state", "public/flow-editor/complete"],
  "public/flow-editor/text": ["src/flow", "public/flow-editor/state", "public/flow-editor/complete"],
  "public/flow-editor/files": [
    "src/flow",
    "public/page",
    "public/flow-editor/state",
    "public/flow-editor/dialog.tsx",
    // Where nodes are shown: a picture is saved as it is seen.
    "public/flow-editor/canvas/elements",
  ],
  "public/flow-editor/tests": [
    "src/flow",
    "public/flow-editor/state",
    "public/flow-editor/first-problems.tsx",
  ],
  "public/flow-editor/try": [
    "src/flow",
    "public/voice",
    "public/page",
    "public/flow-editor/state",
    "public/flow-editor/tests",
    "public/flow-editor/files",
    "public/flow-editor/first-problems.tsx",
  ],
  "public/flow-editor": ["public/page", "src/flow"],
};

/** Words that belong to a few files: time to the clock, the environment to the configuration, queries to the store. */
const keptTo: readonly (readonly [word: RegExp, owners: readonly string[]])[] = [
  // No query outside of the store.
  [/\bfrom "(?:drizzle-orm|bun:sqlite)\b/, ["db"]],
  // Pages live in browsers, which have no other clock.
  [/\b(?:setTimeout|setInterval|Date\.now|performance\.now|Bun\.sleep)\b/, ["src/base/clock.ts", "public"]],
  // main.ts reads the role of a Worker before all else; bundle-pages.ts tells the bundler what stands for it in React.
  [/\b(?:process|Bun)\.env\b/, ["src/config.ts", "src/main.ts", "src/bundle-pages.ts"]],
  [/\bfrom "\.\.?\/(?:.*\/)?test\//, []],
];

/** Not reached from main.ts, and right so: programs of their own, and suites that only tests run so far. */
const startedOtherwise = [
  /^src\/build\.ts$/,
  // The kernels of the recogniser and of the voice detector, and what compiles them.
  /^src\/speech\/(?:(?:acoustic|silero)\/assembly\/.*|build-kernels)\.ts$/,
  /^public\//,
  /^src\/providers\/conformance-.*\.ts$/,
  /\.d\.ts$/,
];

const fileLinesMax = 400;
const partLinesMax = 12_000;
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

test("tidy: files are short, open with what they are, and keep to their words", () => {
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
const packs = "src/flow/locale/";

test("tidy: no two files have one name", () => {
  const names = Map.groupBy(
    [...files.keys()].filter((path) => !path.startsWith(packs)),
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

/** A file's own entry in the table goes before its folder's, and an inner folder's before the outer one's. */
function partOf(path: string): string | undefined {
  for (let part = path; part !== "."; part = dirname(part)) if (part in mayImport) return part;
  return undefined;
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}
