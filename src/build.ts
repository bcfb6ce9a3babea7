// `bun run build`: one executable with everything inside, for this machine or for `--target`.

import { $ } from "bun";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundlePages } from "./pages.ts";

/** Folders that travel inside; base/asset.ts knows where they end up. */
const pages = "dist/pages";
const assets = ["public/flows", pages];

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { target: { type: "string" }, outfile: { type: "string", default: "dist/voice-flow" } },
});

const flags = [
  // Identifiers keep their names: Elysia reads the source of handlers to see what they use.
  "--minify-whitespace",
  "--minify-syntax",
  "--bytecode",
  "--format=esm",
  // The executable obeys its environment, not files that happen to lie where it is started.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  ...assets.flatMap((path) => ["--asset", path]),
  ...(values.target === undefined ? [] : [`--target=${values.target}`]),
];

await rm(pages, { recursive: true, force: true });
for (const [name, bytes] of (await bundlePages()).files) await Bun.write(join(pages, name), bytes);

const built =
  await $`${process.execPath} build --compile ${flags} --outfile ${values.outfile} src/main.ts`.nothrow();
if (built.exitCode === 0) {
  const windows = values.target?.includes("windows") === true || process.platform === "win32";
  const path = windows && !values.outfile.endsWith(".exe") ? `${values.outfile}.exe` : values.outfile;
  console.log(`${path}: ${(Bun.file(path).size / 1_000_000).toFixed(0)} MB`);
}
process.exitCode = built.exitCode;
