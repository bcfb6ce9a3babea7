// The reference page of the flow language and its JSON Schema: complete, and made of what the checker runs on.

import { expect, test } from "bun:test";
import { Compile } from "typebox/compile";
import { parse } from "yaml";
import { codes } from "../../../src/flow/language/codes/all-codes.ts";
import { functionNames } from "../../../src/flow/language/expression/functions.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { places } from "../../../src/flow/language/schema/table.ts";
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

test("flow language page: its policy lets nothing in but its own style, and nothing is loaded", async () => {
  const response = await get("/flow-language");
  const html = await response.text();
  expect(response.headers.get("content-security-policy")).toStartWith(
    "default-src 'none'; style-src 'sha256-",
  );
  expect(html).not.toMatch(/<script|\son\w+=|\sstyle=|\ssrc=|<link rel="stylesheet"/);
});

test("flow language page: the example on it is a right flow", async () => {
  const html = await (await get("/flow-language")).text();
  const text =
    /<pre>([^]*?)<\/pre>/.exec(html)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&") ?? "";
  expect(loadFlow(text).problems.filter(({ severity }) => severity !== "info")).toEqual([]);
});

const flows = [
  "public/flows/welcome.flow.yaml",
  "public/flows/table-booking.flow.yaml",
  "public/flows/call-routing.flow.yaml",
  "public/flows/appointment-reminder.flow.yaml",
  "public/flows/lead-qualification.flow.yaml",
];

test.each(flows)("flow language schema: takes %s, and refuses it with a key that is wrong", async (path) => {
  const schema = (await (await get("/flow-language/schema.json")).json()) as object;
  const check = Compile(schema);
  const document: unknown = parse(await Bun.file(path).text());
  expect([...check.Errors(document)]).toEqual([]);
  expect(check.Check({ ...(document as object), langages: [] })).toBe(false);
  expect(check.Check({ ...(document as object), nodes: { a: { saay: "Hello." } } })).toBe(false);
});
