// Page bundler: bundles the pages' files for browsers, from source in development, and once, in the build, for the
// executable. routes/pages/page-routes.ts serves them.

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { assert } from "./base/assert.ts";
import { assetPath } from "./base/asset.ts";
import { version } from "./base/version.ts";

/** File name → content. */
export type PageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

const top = join(import.meta.dir, "..");

/** Bundled; `public/test/test-page.ts` becomes `test-page.js`. Shared or lazy code becomes chunks. */
const pageEntries = [
  "console/console-page.tsx",
  "console/console-page.css",
  "test/test-page.ts",
  "test/test-page.css",
  "flow-editor/editor-page.tsx",
  "flow-editor/editor-page.css",
  "page/reference-theme.ts",
  "page/reference-page.css",
  "manual/manual-page.ts",
  "manual/manual-page.css",
  "talk/talk-page.ts",
  "talk/talk-page.css",
];
/** Each bundled into one file: they run beside pages, where nothing else is loaded. */
const workerEntries = [
  "voice/microphone-worklet.ts",
  "voice/player-worklet.ts",
  "flow-editor/tests/flow-test-worker.ts",
];
/** Module for apps, in one file. */
const clientEntries = ["client/client.ts"];
/**
 * Scripts that foreign pages load by a `script` element: no module, because only such a script knows its own element.
 */
const scriptEntries = ["widget/widget.ts"];
/** Copied unchanged. */
const plain = [
  "console.html",
  "test.html",
  "flow-editor.html",
  "talk.html",
  "icon.svg",
  "client/client-types.d.ts",
];

const fromPublic = (path: string): string => join(top, "public", path);

/** Also returns the source files, for watching. Throws with the bundler's words if a source is broken. */
export async function bundlePages(): Promise<{ files: PageFiles; sources: readonly string[] }> {
  const built = await Promise.all([
    bundle(pageEntries, true),
    bundle(workerEntries, false),
    bundle(clientEntries, false),
    bundle(scriptEntries, false, "iife"),
  ]);
  const among = (pattern: string): readonly string[] =>
    [...new Bun.Glob(pattern).scanSync(join(top, "public"))].sort();
  const shown = [...among("flows/*.flow.yaml"), ...among("pictures/*.png"), ...among("readme-flow-*.svg")];
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const output of built.flatMap(({ outputs }) => outputs))
    files.set(basename(output.path), await bytesOf(output));
  for (const path of [...plain, ...shown])
    files.set(basename(path), await Bun.file(fromPublic(path)).bytes());
  // A file imported as text is also a style sheet of the pages, and an input under its own path.
  const bundled = built
    .flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    .filter((path) => !path.startsWith("style-text:"));
  return {
    files,
    sources: [...new Set(bundled.map((path) => resolve(path))), ...[...plain, ...shown].map(fromPublic)],
  };
}

/**
 * The client for apps as a folder for a package registry, from the served files: file name → content. A bundled
 * client has no server address, so `connect` is given one.
 */
export function clientPackage(files: PageFiles): ReadonlyMap<string, string | Uint8Array<ArrayBuffer>> {
  const fileOf = (name: string): Uint8Array<ArrayBuffer> => {
    const bytes = files.get(name);
    assert(bytes !== undefined, `${name} is bundled`);
    return bytes;
  };
  const described = {
    name: "voice-flow-client",
    version,
    description: "Voice calls with a Voice Flow server, in a page",
    license: "MIT",
    type: "module",
    sideEffects: false,
    exports: { ".": { types: "./client.d.ts", default: "./client.js" } },
  };
  return new Map<string, string | Uint8Array<ArrayBuffer>>([
    ["client.js", fileOf("client.js")],
    ["client.d.ts", fileOf("client-types.d.ts")],
    ["package.json", `${JSON.stringify(described, null, 2)}\n`],
  ]);
}

/** A style sheet behind `style-text:` is a string: a shadow root takes its rules from a script. */
const styleTexts: Bun.BunPlugin = {
  name: "style texts",
  setup(build) {
    // The bundler takes each path with .css at its end for a style sheet of the page.
    build.onResolve({ filter: /^style-text:/ }, ({ path, importer }) => ({
      path: `${resolve(dirname(importer), path.slice("style-text:".length))}.txt`,
      namespace: "style-text",
    }));
    build.onLoad({ filter: /./, namespace: "style-text" }, async ({ path }) => ({
      contents: `export default ${JSON.stringify(await Bun.file(path.slice(0, -".txt".length)).text())}`,
      loader: "js",
    }));
  },
};

function bundle(entries: readonly string[], splitting: boolean, format: "esm" | "iife" = "esm") {
  return Bun.build({
    entrypoints: entries.map(fromPublic),
    root: join(top, "public"),
    naming: { entry: "[name].[ext]", chunk: "chunk-[hash].[ext]" },
    target: "browser",
    splitting,
    format,
    // React's development build is half as large again.
    define: {
      "process.env.NODE_ENV": '"production"',
      // Naming it is an error where it does not exist, so code that reads it gets this value there.
      ...(format === "iife" && { "import.meta.url": "undefined" }),
    },
    jsx: { runtime: "automatic", development: false },
    minify: true,
    plugins: [styleTexts],
    metafile: true,
  });
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Pages of this program on each request. From source, a change shows at the next request. */
export function openPages(): () => Promise<PageFiles> {
  if (Bun.isStandaloneExecutable) {
    let embedded: Promise<PageFiles> | undefined;
    return () => (embedded ??= readEmbedded());
  }
  let last: { readonly stamp: number; readonly made: ReturnType<typeof bundlePages> } | undefined;
  return async () => {
    const sources = await last?.made.then(
      (made) => made.sources,
      () => undefined,
    );
    if (last !== undefined && sources !== undefined && (await newest(sources)) <= last.stamp)
      return (await last.made).files;
    const made = bundlePages();
    last = { stamp: Infinity, made };
    const { files, sources: read } = await made;
    last = { stamp: await newest(read), made };
    return files;
  };
}

async function readEmbedded(): Promise<PageFiles> {
  const names = await readdir(assetPath("pages"));
  const read = names.map(async (name) => [name, await Bun.file(assetPath("pages", name)).bytes()] as const);
  return new Map(await Promise.all(read));
}

/** Last change of any of the files; a missing file counts as changed now. */
async function newest(paths: readonly string[]): Promise<number> {
  const times = paths.map((path) =>
    stat(path).then(
      (file) => file.mtimeMs,
      () => Infinity,
    ),
  );
  return Math.max(...(await Promise.all(times)));
}
