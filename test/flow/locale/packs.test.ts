// Language packs: a language is data in its own folders, and no other file names one, except English, in which the
// project is written and its own voices and ears were trained.

import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";

const root = resolve(import.meta.dir, "../../..");
/** Folders of languages, and the few lists that name the present languages. */
const home = /^src\/(?:flow\/(?:locale|grammar\/languages)|spoken)\//;
const names = new Intl.DisplayNames("en", { type: "language" });
const others = spokenLanguages.filter((tag) => tag !== "en");

/** Vendors have languages of their own. */
const vendors = /^src\/providers\//;

const sources = [...new Glob("{src,public}/**/*.ts").scanSync(root)].filter((path) => !home.test(path));

/** Code without its comments and without texts longer than a name. */
async function codeOf(path: string): Promise<string> {
  const text = await Bun.file(join(root, path)).text();
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

test("no file outside the packs names a language but English", async () => {
  const called = new RegExp(
    others
      .flatMap((tag) => [
        names.of(tag) ?? tag,
        new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag,
      ])
      .join("|"),
    "i",
  );
  const tagged = new RegExp(
    `(?:language|lang|locale|tag)\\w*\\W{1,6}["'](?:${others.join("|")})["']|^\\s*(?:${others.join("|")}): `,
    "m",
  );
  const found: string[] = [];
  for (const path of sources) {
    const code = await codeOf(path);
    if (called.test(code) || (tagged.test(code) && !vendors.test(path))) found.push(path);
  }
  expect(found).toEqual([]);
});

test("no file outside the packs imports the folder of a language but English", async () => {
  const folder = new RegExp(`from "[^"]*(?:locale|languages)/(?:${others.join("|")})/`);
  const found: string[] = [];
  for (const path of sources) if (folder.test(await codeOf(path))) found.push(path);
  expect(found).toEqual([]);
});

test("a pack of the plain kind has at most seven files", () => {
  const files = [...new Glob("src/flow/{locale,grammar/languages}/es/*.ts").scanSync(root)];
  expect(files.length).toBeLessThanOrEqual(7);
});
