// Style: texts for people keep to the words of the contributor's guide.

import { expect, test } from "bun:test";
import { commentSentences } from "./support/style/comment-sentences.ts";

/** Words that hide who acts, each with its replacement. */
const banned: readonly (readonly [RegExp, string])[] = [
  [
    /\b(whoever|whatever|somebody|nobody|anybody|everybody)\b/i,
    "name the thing: the owner, a caller, no client",
  ],
  [/\b(is|are) told\b(?! apart)/i, "receives"],
  [/\bgoes on\b/i, "continues"],
  [/\bstands? in the way\b/i, "prevents"],
  [/\bsend round\b/i, "share"],
  [/\bworth nothing\b/i, "invalid"],
  [/\bcan not\b/, "cannot"],
  [/\b(?:mend(?:ed|s)?|starting again)\b/, "correct, restart"],
  [/\bunset is\b|\bunless given\b|\bshown this once\b/, "unset: …, default …, shown once"],
  [/\bpage before\b|\bdeployment's\b/, "previous page, server's"],
  [/\balready there\b|\bis there already\b/, "already exists"],
];

/** Words of people in tests of understanding, examples and word lists belong to those people. */
const spoken = /common-passwords|spoken-sample|conformance-tts|flow\/(?:grammar|locale|engine\/understand)\//;

const places = [
  "README.md",
  ".github/*.md",
  "src/manual/guides/*.md",
  "public/**/*.{ts,tsx,html}",
  "src/**/*.ts",
  "db/**/*.ts",
];

/** The texts of a file: a page of Markdown is all text, code has texts in quotes. */
function textsOf(path: string, content: string): readonly string[] {
  if (path.endsWith(".md") || path.endsWith(".html")) return content.split("\n");
  const code = content.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "").replaceAll(/\/\*\*.*?\*\//g, "");
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
    .map(([text]) => text)
    .filter((text) => / /.test(text));
}

/** The faults of one text: the text with the words to write instead. */
const faultsOf = (path: string, text: string): readonly string[] =>
  banned
    .filter(([word]) => word.test(text))
    .map(([, instead]) => `${path}: ${text.trim().slice(0, 90)} (${instead})`);

test("style: the texts of pages, commands and documentation name their subject", async () => {
  const paths = places
    .flatMap((place) => [...new Bun.Glob(place).scanSync({ cwd: ".", dot: true })])
    .filter((path) => !spoken.test(path) && !path.endsWith("CONTRIBUTING.md"));
  const faults = await Promise.all(
    paths.map(async (path) =>
      textsOf(path, await Bun.file(path).text()).flatMap((text) => faultsOf(path, text)),
    ),
  );
  expect(faults.flat()).toEqual([]);
});

const code = ["src/**/*.{ts,tsx}", "public/**/*.{ts,tsx}", "db/**/*.ts", "test/**/*.{ts,tsx}"].flatMap(
  (place) => [...new Bun.Glob(place).scanSync(".")],
);

/** Openings without a subject. A later sentence may begin with "It": its subject is in the sentence before. */
const headless =
  /^(?:What|Who|Whom|Whose|Whoever|Whatever|Nobody|Somebody|Everybody|Anybody|Of(?! (?:two|three|several))|Those (?:that|who|of|which)|One (?:that|who|which))\b/;
const headlessFirst =
  /^(?:It\b|That (?:is|it|they|there)\b|All of (?:it|them)\b|As above|Last ones?\b|From 0\b|In (?:base64|bytes|capitals|milliseconds|order|pixels|UTF-16 units)[.:;,])/;
const pronouns = /\b(?:whoever|somebody|nobody|anybody|everybody|goes on|(?:is|are) told(?! apart))\b/i;

test("style: a sentence of a comment begins with its subject, and names it", async () => {
  const faults = code.map(async (path) =>
    commentSentences(await Bun.file(path).text())
      .filter(
        ({ text, isFirst }) =>
          headless.test(text) || (isFirst && headlessFirst.test(text)) || pronouns.test(text),
      )
      .map(({ text }) => `${path}: ${text.slice(0, 90)}`),
  );
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

const testName =
  /\btest(?:\.each\((?:[^()]|\([^()]*\))*\))?\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

test("style: the name of a test begins with its subject, and names it", async () => {
  const faults = code
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map(async (path) =>
      [...(await Bun.file(path).text()).matchAll(testName)]
        .map(([, quoted, ticked]) => quoted ?? ticked ?? "")
        .filter((name) => {
          const words = name.replace(/^[^:]{1,60}: /, "");
          return headless.test(words) || pronouns.test(words);
        })
        .map((name) => `${path}: ${name}`),
    );
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

/** Participles that are nouns of the field. */
const nouns =
  /^(?:Embed|Meaning|Reading|Finding|Opening|Hearing|Wording|Wyoming|Mapping|Drawing|Narrowing|Standing)$/;

test("style: exported types are nouns", async () => {
  const faults = code.map(async (path) =>
    [...(await Bun.file(path).text()).matchAll(/^export (?:type|interface) ([A-Z][a-z]+(?:ed|ing))\b/gm)]
      .map(([, name]) => name!)
      .filter((name) => !nouns.test(name))
      .map((name) => `${path}: ${name}`),
  );
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

/** Names that say how a local came to be, not its content; exported ones are names of a part. */
const vagueLocal = /(?<!export )\b(?:const|let) (?:found|known|own|said|near|around|beside)\b/g;

test("style: locals of the program are named by what they hold", async () => {
  // AssemblyScript has a compiler of its own.
  const paths = code.filter((path) => !path.startsWith("test/") && !path.includes("/assembly/"));
  const faults = paths.map(async (path) =>
    [...(await Bun.file(path).text()).matchAll(vagueLocal)].map(([text]) => `${path}: ${text}`),
  );
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

/** Sizes, colours and corners that a style sheet sets directly, where a token of `public/page/tokens.css` has them. */
const strays: readonly RegExp[] = [
  /font-size: (?!var\(--type-|inherit|0;|10pt;)[^;]+/g,
  /border-radius: (?!var\(--radius-|50%|0[ ;]|inherit)[^;]+/g,
  /(?<![\w&-])#[0-9a-f]{3,8}\b(?=[^{}]*;)/gi,
];

test("style: style sheets take their type sizes, corners and colours from the tokens", async () => {
  const paths = [...new Bun.Glob("public/**/*.css").scanSync(".")].filter(
    (path) => !path.endsWith("/tokens.css"),
  );
  const faults = paths.map(async (path) => {
    const rules = (await Bun.file(path).text()).replaceAll(/\/\*[^]*?\*\//g, "");
    return strays.flatMap((stray) => [...rules.matchAll(stray)].map(([text]) => `${path}: ${text}`));
  });
  expect((await Promise.all(faults)).flat()).toEqual([]);
});
