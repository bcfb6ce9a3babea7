// Documentation pages: every link leads somewhere, every picture exists, the search knows every section, and the README
// is short.

import { expect, test } from "bun:test";
import { bundlePages } from "../../../src/bundle-pages.ts";
import { docsGroups, docsPages, summaryOf, titleOf } from "../../../src/manual/docs-pages.ts";
import { docsRoutes } from "../../../src/routes/pages/docs-page.ts";
import { flowLanguageRoutes } from "../../../src/routes/pages/flow-language-page.ts";
import { readme } from "../../support/markdown.ts";

const routes = docsRoutes();
const get = async (path: string): Promise<Response> =>
  await routes.handle(new Request(`http://localhost${path}`));
const addressOf = (id: string): string => (id === "overview" ? "/docs" : `/docs/${id}`);

const pages = new Map<string, string>();
for (const { id } of docsPages) pages.set(addressOf(id), await (await get(addressOf(id))).text());
const language = await (
  await flowLanguageRoutes(undefined).handle(new Request("http://localhost/flow-language"))
).text();
const anchorsOf = (html: string): readonly string[] =>
  [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);

/** Pages of the server outside of the documentation. */
const others = ["/console", "/test", "/flow-editor", "/wire-protocol", "/swagger"];

/** Fault of a link on a page of the documentation; undefined: it leads somewhere. */
function faultOf(from: string, address: string): string | undefined {
  if (/^https?:/.test(address)) return undefined;
  const [path = "", anchor] = address.split("#");
  if (path.endsWith("flow-language/schema.json")) return undefined;
  const html = path === "" ? pages.get(from) : path === "/flow-language" ? language : pages.get(path);
  if (html === undefined) return others.includes(path) ? undefined : `${from} leads to ${address}`;
  return anchor === undefined || anchorsOf(html).includes(anchor) ? undefined : `${from} leads to ${address}`;
}

test("documentation: each link of each page leads to a page and a section that exist", () => {
  const faults = [...pages].flatMap(([from, html]) =>
    [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, address = ""]) =>
      address.startsWith("/pages/") ? [] : (faultOf(from, address) ?? []),
    ),
  );
  expect(faults).toEqual([]);
});

test("documentation: each page has a title, a summary and each anchor once", () => {
  for (const page of docsPages) {
    const html = pages.get(addressOf(page.id)) ?? "";
    expect(html).toContain(`<h1>${titleOf(page)}</h1>`);
    if (!["limits"].includes(page.id)) expect([page.id, summaryOf(page)]).not.toEqual([page.id, ""]);
    const anchors = anchorsOf(html);
    expect(anchors.filter((id, at) => anchors.indexOf(id) !== at)).toEqual([]);
  }
  expect(new Set(docsPages.map(({ id }) => id)).size).toBe(docsPages.length);
});

test("documentation: each picture is among the files of the pages", async () => {
  const { files } = await bundlePages();
  const shown = [...pages.values()].flatMap((html) =>
    [...html.matchAll(/(?:src|srcset)="\/pages\/([^"]+\.(?:png|svg))"/g)].map(([, name]) => name!),
  );
  expect(shown).toContain("editor-light.png");
  expect(shown.filter((name) => !files.has(name))).toEqual([]);
});

test("documentation: the search finds each section of each page, and the reference of the language", async () => {
  const entries = (await (await get("/docs/search.json")).json()) as { address: string; text: string }[];
  expect(entries.flatMap(({ address }) => faultOf("/docs", address) ?? [])).toEqual([]);
  const found = entries.map(({ address }) => address);
  for (const { id } of docsPages) expect(found).toContain(addressOf(id));
  expect(found).toContain("/docs/deploy#deploy-https");
  expect(found).toContain("/flow-language#functions");
  expect(entries.find(({ address }) => address === "/docs/configuration")?.text).toContain("TRUSTED_PROXIES");
});

test("documentation: coding agents find each page as Markdown", async () => {
  const list = await (await get("/llms.txt")).text();
  for (const page of docsPages) expect(list).toContain(`(/docs/${page.id}.md)`);
  const response = await get("/docs/configuration.md");
  expect(response.headers.get("content-type")).toStartWith("text/markdown");
  expect(await response.text()).toContain("| `PORT` | `3000` | port |");
  const deploy = await (await get("/docs/upgrade.md")).text();
  expect(deploy).toStartWith("# Upgrade without losing a call");
  expect(await (await get("/docs/security.md")).text()).toContain("](/docs/data.md)");
});

test("documentation: an unknown page is refused with the list of pages", async () => {
  const refused = await get("/docs/nowhere");
  expect(refused.status).not.toBe(200);
  expect(await refused.text()).toContain('There is no page "nowhere". /docs lists all pages.');
});

test("documentation: the groups are few, and the README is short", () => {
  expect(docsGroups.length).toBeLessThanOrEqual(6);
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1_500);
});
