// Third-party licences: others' works in the executable, and their terms. Read from the installed packages in
// development, and once, in the build, for the executable. Texts missing in packages are in licenses/.

import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { assetPath } from "./base/asset.ts";
import { bundlePages } from "./bundle-pages.ts";

export interface License {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly text: string;
}

/** The one file of the folder that the build embeds. */
export const licensesFile = "licenses.json";

const top = join(import.meta.dir, "..");
const ours = (file: string): string => join(import.meta.dir, "licenses", file);
const notice = (voice: string): string => join(import.meta.dir, "speech/own-voice", voice, "NOTICE");

/** Terms of packages that only name them, and of other people's work inside a package. */
const unsaid: Readonly<Record<string, readonly string[]>> = {
  "@ricky0123/vad-web": [ours("vad-web.txt")],
  "drizzle-orm": [ours("apache-2.0.txt")],
  werift: [ours("werift.txt")],
  "onnxruntime-web": [ours("onnxruntime.txt")],
};

/** Included parts that are no package. */
const others: readonly (Omit<License, "text"> & { readonly texts: readonly string[] })[] = [
  { name: "Bun", version: Bun.version, license: "MIT", texts: [ours("bun.txt")] },
  {
    name: "JavaScriptCore, WebKit and TinyCC",
    version: `in Bun ${Bun.version}`,
    license: "LGPL-2.1-or-later",
    texts: [ours("lgpl-2.1.txt")],
  },
  { name: "Moonshine tiny", version: "in moonshine-js", license: "MIT", texts: [ours("moonshine.txt")] },
  {
    name: "cmu-pronouncing-dictionary",
    version: "3.0.0",
    license: "ISC",
    texts: [join(top, "node_modules/cmu-pronouncing-dictionary/license"), ours("cmudict.txt")],
  },
  {
    name: "Kokoro-82M",
    version: "in our voices",
    license: "Apache-2.0",
    texts: [notice("heart"), notice("michael"), ours("apache-2.0.txt")],
  },
  {
    name: "all-MiniLM-L6-v2",
    version: "in word vectors",
    license: "Apache-2.0",
    texts: [ours("word-vectors.txt"), ours("apache-2.0.txt")],
  },
  { name: "SCOWL", version: "2020.12.07", license: "LicenseRef-SCOWL", texts: [ours("scowl.txt")] },
  { name: "Silero VAD", version: "6.2", license: "MIT", texts: [ours("silero-vad.txt")] },
  { name: "Emscripten", version: "in wasm", license: "MIT", texts: [ours("emscripten.txt")] },
  { name: "musl", version: "in wasm", license: "MIT", texts: [ours("musl.txt")] },
];

/** All licenses by name: other parts first. */
export async function readLicenses(): Promise<readonly License[]> {
  if (!Bun.isStandaloneExecutable) return collectLicenses();
  return (await Bun.file(assetPath("licenses", licensesFile)).json()) as License[];
}

/** Reads them from the packages in the bundles. Takes a second. */
export async function collectLicenses(): Promise<readonly License[]> {
  const rest = others.map(async ({ texts, ...other }) => ({ ...other, text: await joined(texts) }));
  const packages = [...(await bundledPackages())].map(([folder, files]) => licenseOf(folder, files));
  const named = (await Promise.all(packages)).sort(byNameAndVersion);
  return [...(await Promise.all(rest)), ...named];
}

/** Two versions of one package are in the order of their versions, not of their folders. */
function byNameAndVersion(a: License, b: License): number {
  const [one, other] = [`${a.name} ${a.version}`, `${b.name} ${b.version}`];
  return one < other ? -1 : Number(one > other);
}

/** Folder of a package → its included files. */
async function bundledPackages(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await Bun.build({
    entrypoints: [join(import.meta.dir, "main.ts")],
    target: "bun",
    metafile: true,
  });
  const server = Object.keys(metafile?.inputs ?? {}).map((path) => resolve(path));
  const { sources } = await bundlePages();
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
  return Map.groupBy(
    [...server, ...sources].filter((path) => folder.test(path)),
    (path) => folder.exec(path)?.[0] ?? "",
  );
}

async function licenseOf(folder: string, files: readonly string[]): Promise<License> {
  const { name, version, license } = (await Bun.file(join(folder, "package.json")).json()) as License;
  const licenseFiles = (await readdir(folder))
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort();
  const texts = [...(unsaid[name] ?? []), ...licenseFiles.map((file) => join(folder, file))];
  const bundles = files.filter((file) => /\bbundle\b[^/]*\.m?js$/.test(file));
  const inside = await Promise.all(bundles.map(insideOf));
  return { name, version, license, text: [await joined(texts), ...inside].filter(Boolean).join("\n\n") };
}

/** A package may itself be a bundle of others: their texts, and their names from its source map. */
async function insideOf(bundle: string): Promise<string> {
  const licenseFile = Bun.file(`${bundle}.LICENSE.txt`);
  const map = Bun.file(`${bundle}.map`);
  const { sources } = (await map.exists())
    ? ((await map.json()) as { sources: readonly string[] })
    : { sources: [] };
  const names = sources.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  if (names.length === 0) return "";
  const list = [...new Set(names)].sort().join(", ");
  return `It was made of these packages, too: ${list}.\n\n${(await licenseFile.exists()) ? await licenseFile.text() : ""}`;
}

async function joined(paths: readonly string[]): Promise<string> {
  const texts = await Promise.all(paths.map((path) => Bun.file(path).text()));
  return texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n");
}
