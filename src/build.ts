// Build command: `bun run build` makes one executable with everything inside, for this machine, or for others with
// `--target` and `--all`.

import { $ } from "bun";
import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type PackedPlaces, placesFile } from "./base/asset.ts";
import { version } from "./base/version.ts";
import { compiledFiles } from "./calls/built-in-programs.ts";
import { collectLicenses, licensesFile } from "./third-party-licenses.ts";
import { bundlePages, clientPackage, type PageFiles } from "./bundle-pages.ts";

/** Possible target machines; the package registry has Bun for each. */
const targets = [
  "linux-x64",
  "linux-arm64",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
] as const;

const dist = "dist";
/** Folder of this run alone: two builds at a time do not collide. */
const work = join(dist, `.build-${process.pid}`);
const pages = join(work, "pages");
const migrationsHere = "db/migrations";
const migrations = join(work, "migrations");
const licenses = join(work, "licenses");
const programs = join(work, "programs");
const places = join(work, "places");
const likeness = join(work, "likeness");
/** Tables of word vectors, by language. */
const likenessHere = "src/flow/grammar/likeness";
/** Room for the places of all packed files, which are known once the executable exists: marked by its blanks. */
const placesBytes = 2_048;
const noPlaces = `{${" ".repeat(placesBytes - 2)}}`;
/** Compressed folders of large, rarely used files, with their packages. */
const packed = {
  engine: ["node_modules/onnxruntime-web/dist", "ort-wasm-simd-threaded.wasm"],
  ears: [
    "node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized",
    "encoder_model.onnx",
    "decoder_model_merged.onnx",
  ],
  heart: ["src/speech/own-voice/heart", "text.int8.onnx", "sound.int8.onnx", "style.f16"],
  michael: ["src/speech/own-voice/michael", "text.int8.onnx", "sound.int8.onnx", "style.f16"],
} as const;
/** Embedded folders; base/asset.ts knows their places. */
const assets = [
  "public/flows",
  "public/examples",
  migrations,
  programs,
  places,
  likeness,
  pages,
  licenses,
  ...Object.keys(packed).map((name) => join(work, name)),
];

const flags = [
  // Identifiers keep their names: Elysia reads the source of handlers for the fields in use.
  "--minify-whitespace",
  "--minify-syntax",
  "--bytecode",
  // Modules imported on demand load only then, and a Worker loads only its own.
  "--splitting",
  "--format=esm",
  // The executable obeys its environment, not files in its working folder.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  ...assets.flatMap((path) => ["--asset", path]),
];

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const chosen = read(args);
  if (typeof chosen === "string") {
    console.error(chosen);
    return 2;
  }
  try {
    await writeAssets();
    return chosen.length === 0 ? await buildHere() : await buildFor(chosen);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function buildHere(): Promise<number> {
  const path = await build(process.platform === "win32" ? "voice-flow.exe" : "voice-flow", []);
  return path === undefined ? 1 : 0;
}

/** One after the other: each first fetches its Bun, and then takes a second. */
async function buildFor(chosen: readonly string[]): Promise<number> {
  const built: (string | undefined)[] = [];
  for (const target of chosen) {
    const file = `voice-flow-${version}-${target}${target.startsWith("windows") ? ".exe" : ""}`;
    built.push(await build(file, [`--target=bun-${target}`]));
  }
  await writeSums(built.flatMap((path) => path ?? []));
  return built.includes(undefined) ? 1 : 0;
}

/** Requested targets, none for this machine; or the fault of the arguments. */
function read(args: readonly string[]): readonly string[] | string {
  const usage = `Usage: bun run build [--all | --target ${targets.join("|")}]...`;
  try {
    const { target = [], all } = parseArgs({
      args: [...args],
      options: { target: { type: "string", multiple: true }, all: { type: "boolean" } },
    }).values;
    const unknown = target.find((each) => !targets.some((one) => one === each));
    if (unknown !== undefined) return `There is no target "${unknown}".\n${usage}`;
    return all === true ? targets : [...new Set(target)];
  } catch (error) {
    return `${(error as Error).message}\n${usage}`;
  }
}

async function writeAssets(): Promise<void> {
  const { files } = await bundlePages();
  for (const [name, bytes] of files) await Bun.write(join(pages, name), bytes);
  const terms = await collectLicenses();
  await Bun.write(join(licenses, licensesFile), JSON.stringify(terms));
  for (const [name, bytes] of compiledFiles()) await Bun.write(join(programs, name), bytes);
  // The migration tool's snapshots are not needed to run migrations.
  for (const kind of ["*/*.sql", "*/meta/_journal.json"])
    for await (const file of new Bun.Glob(kind).scan(migrationsHere))
      await Bun.write(join(migrations, file), Bun.file(join(migrationsHere, file)));
  for await (const file of new Bun.Glob("*.zst").scan(likenessHere))
    await Bun.write(join(likeness, file), Bun.file(join(likenessHere, file)));
  await writeClient(files);
  console.log(`widget.js: ${gzipKb(files.get("widget.js") ?? new Uint8Array())} kB gzip`);
  for (const [name, [from, ...files]] of Object.entries(packed))
    for (const file of files) {
      const bytes = await Bun.file(join(from, file)).bytes();
      await Bun.write(join(work, name, file), await Bun.zstdCompress(bytes, { level: 12 }));
    }
  await Bun.write(join(places, placesFile), noPlaces);
}

/**
 * Writes the places of its packed files into an executable. Only for Linux, where a process can read its own file by
 * a lasting name; on other systems an executable may be signed.
 */
async function writePlaces(path: string): Promise<void> {
  const executable = Buffer.from(await Bun.file(path).arrayBuffer());
  const isElf = executable.subarray(1, 4).toString("latin1") === "ELF";
  const at = executable.indexOf(noPlaces);
  if (!isElf || at === -1) return;
  const placesByFile: Record<string, PackedPlaces[string]> = {};
  for (const [name, [, ...files]] of Object.entries(packed))
    for (const file of files) {
      const bytes = await Bun.file(join(work, name, file)).bytes();
      const from = executable.indexOf(bytes);
      if (from !== -1) placesByFile[`${name}/${file}`] = [from, from + bytes.length];
    }
  executable.write(JSON.stringify(placesByFile).padEnd(placesBytes), at, "latin1");
  await Bun.write(path, executable, { mode: 0o755 });
}

/** The client of apps, as a folder to publish. */
async function writeClient(files: PageFiles): Promise<void> {
  const folder = join(dist, "voice-flow-client");
  for (const [name, content] of clientPackage(files)) await Bun.write(join(folder, name), content);
  await Bun.write(join(folder, "LICENSE"), Bun.file("LICENSE"));
  const bytes = await Bun.file(join(folder, "client.js")).bytes();
  console.log(`${folder}: ${gzipKb(bytes)} kB gzip`);
}

function gzipKb(bytes: Uint8Array<ArrayBuffer>): string {
  return (Bun.gzipSync(bytes).length / 1_000).toFixed(0);
}

/** Resolves with the path, or `undefined` after a failure, which the bundler has explained. */
async function build(file: string, target: readonly string[]): Promise<string | undefined> {
  // Written elsewhere and moved over the last one, which may be running.
  const [fresh, path] = [join(work, file), join(dist, file)];
  const { exitCode } =
    await $`${process.execPath} build --compile ${flags} ${target} --outfile ${fresh} src/main.ts`.nothrow();
  if (exitCode !== 0) {
    console.error(`${path} could not be built: see above.`);
    return undefined;
  }
  await writePlaces(fresh);
  await rename(fresh, path);
  console.log(`${path}: ${(Bun.file(path).size / 1_000_000).toFixed(0)} MB`);
  return path;
}

/** In the format of sha256sum, for the files built now. */
async function writeSums(paths: readonly string[]): Promise<void> {
  const lines = paths.map(async (path) => {
    const hash = new Bun.CryptoHasher("sha256");
    for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
    return `${hash.digest("hex")}  ${basename(path)}\n`;
  });
  await Bun.write(join(dist, "SHA256SUMS"), (await Promise.all(lines)).join(""));
}
