// Reference page of the flow language and its JSON Schema: complete, and made of the checker's own tables.

import { expect, test } from "bun:test";
import { Compile } from "typebox/compile";
import { parse } from "yaml";
import { bundlePages } from "../../../src/bundle-pages.ts";
import { codes } from "../../../src/flow/language/codes/all-codes.ts";
import { functionNames } from "../../../src/flow/language/expression/functions.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { places } from "../../../src/flow/language/schema/table.ts";
import { chapters } from "../../../src/manual/manual-book.ts";
import { flowLanguageRoutes } from "../../../src/routes/pages/flow-language-page.ts";

async function get(path: string): Promise<Response> {
  return await flowLanguageRoutes(undefined).handle(new Request(`http://localhost${path}`));
}

test("flow language page: every key, check and function is there", async () => {
  const html = await (await get("/flow-language")).text();
  for (const place of Object.values(places)) {
    for (const { name } of place.keys) expect(html).toContain(`<td><code>${name}</code></td>`);
  }
  for (const [code, { title, example }] of Object.entries(codes)) {
    expect(html).toContain(`<h3 id="${code}">${code} ${Bun.escapeHTML(title)}</h3>`);
    expect(html).toContain(Bun.escapeHTML(example));
  }
  for (const name of functionNames()) expect(html).toMatch(new RegExp(`<code>[^<]*\\b${name}\\b`));
});

test("flow language page: its policy allows only our own files, and it is complete without them", async () => {
  const response = await get("/flow-language");
  const html = await response.text();
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toStartWith(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';",
  );
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(html).not.toMatch(/<style|<script>|\son\w+=|\sstyle=|(?:src|href)="(?!#|\/\w)/);
  for (const { id, markdown } of chapters) {
    expect(html).toContain(`<h2 id="${id}">`);
    expect(html).toContain(Bun.escapeHTML(/^# (.+)$/m.exec(markdown)?.[1] ?? "?"));
  }
});

test("flow language page: every anchor has a target, and is unique", async () => {
  const html = await (await get("/flow-language")).text();
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const wanted = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  // Addresses that were published before the page had chapters.
  for (const old of [
    "example",
    "verbs",
    "types",
    "keys",
    "expressions",
    "functions",
    "checks",
    "node",
    "VF101",
  ])
    expect(ids).toContain(old);
});

test("flow language page: the page is small with its script and style", async () => {
  const page = await (await get("/flow-language")).bytes();
  const { files } = await bundlePages();
  const parts = [page, files.get("manual-page.js")!, files.get("manual-page.css")!].map(
    (bytes) => Bun.gzipSync(bytes).length,
  );
  expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(62_000);
});

test("flow language page: its first example is a whole and valid flow", async () => {
  const html = await (await get("/flow-language")).text();
  const text = /<pre class="flow"[^>]*>([^]*?)<\/pre>/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  expect(text).toStartWith("voice_flow: 1");
  expect(loadFlow(text).problems.filter(({ severity }) => severity !== "info")).toEqual([]);
});

const flows = [
  "public/flows/welcome.flow.yaml",
  "public/flows/table-booking.flow.yaml",
  "public/flows/call-routing.flow.yaml",
  "public/flows/appointment-reminder.flow.yaml",
  "public/flows/lead-qualification.flow.yaml",
];

test.each(flows)("flow language schema: it accepts %s, and refuses it with a wrong key", async (path) => {
  const schema = (await (await get("/flow-language/schema.json")).json()) as object;
  const check = Compile(schema);
  const document: unknown = parse(await Bun.file(path).text());
  expect([...check.Errors(document)]).toEqual([]);
  expect(check.Check({ ...(document as object), langages: [] })).toBe(false);
  expect(check.Check({ ...(document as object), nodes: { a: { saay: "Hello." } } })).toBe(false);
});
