// Page benchmark: the size of each page, the times of its first paint and completion, and the duration of a search in
// the documentation. Each time is the shortest of several rounds, as other work on a machine lengthens times.

import type { Browser } from "playwright-core";
import { docsGroups } from "../../../src/manual/docs-pages.ts";
import { launch, open, wholeChromium } from "../../support/browser/browser.ts";
import { json } from "../../support/json-request.ts";
import { answer, newEmail } from "../../support/people.ts";
import { pageServer } from "../../support/servers/page-server.ts";
import { type Figure, FigureList, type Figures } from "../figures.ts";

const rounds = 5;
const wide = { width: 1_280, height: 800 };
const small = { width: 390, height: 844 };
const queries = ["nginx", "retention", "lock out after three wrong pins", "webhook signature"];

export { claimsOf as claims } from "../figures.ts";

/** Content that shows that a page is usable, and the limit of its scripts in kB. */
const pages: readonly (readonly [path: string, marker: string, scriptKbMax?: number])[] = [
  ["/console", ".sign-in form", 300],
  ["/test", "#ideas li"],
  ["/flow-editor", ".react-flow__node"],
  ["/docs", "main picture"],
  ["/flow-language", "main .example"],
  ["/wire-protocol", "main table"],
  ["/swagger", ".opblock"],
];

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  await using server = await pageServer({ SPEECH: "off" });
  const { origin } = new URL(server.url);
  const browser = await launch([], wholeChromium);
  const list = new FigureList(tell);
  const times = isQuick ? 1 : rounds;
  try {
    const talk = [new URL(await talkUrl(origin)).pathname, "#talk", 60] as const;
    for (const [path, marker, scriptKbMax] of [...pages, talk]) {
      const name = path.startsWith("/talk/") ? "/talk" : path;
      const load = await fastest(browser, { url: origin + path, marker, times, viewport: wide });
      list.add(
        {
          of: `${name}: scripts (gzip)`,
          value: load.scriptKb,
          unit: "kB",
          ...(scriptKbMax && { atMost: scriptKbMax }),
        },
        { of: `${name}: first paint`, value: load.paintMs, unit: "ms" },
        { of: `${name}: usable`, value: load.shownMs, unit: "ms" },
      );
    }
    list.add(...(await docs(browser, origin, times)));
  } finally {
    await browser.close();
  }
  return list;
}

async function talkUrl(origin: string): Promise<string> {
  const signup = json("POST", { email: newEmail(), password: "correct horse battery" });
  const { access_token: token } = await answer<{ access_token: string }>(
    fetch(`${origin}/auth/signup`, signup),
  );
  const login = { authorization: `Bearer ${token}` };
  const yaml = await Bun.file("public/flows/table-booking.flow.yaml").text();
  const upload = json("POST", { name: "Table booking", yaml_content: yaml }, login);
  const { id } = await answer<{ id: string }>(fetch(`${origin}/v1/flows`, upload), 201);
  const embed = json("POST", { flow_id: id, label: "Bench", origins: [] }, login);
  return (await answer<{ talk_url: string }>(fetch(`${origin}/v1/embeds`, embed), 201)).talk_url;
}

interface Load {
  readonly scriptKb: number;
  readonly paintMs: number;
  readonly shownMs: number;
}

interface Visit {
  readonly url: string;
  readonly marker: string;
  readonly times: number;
  readonly viewport: { readonly width: number; readonly height: number };
}

/** Each load has an empty cache. */
async function fastest(browser: Browser, { url, marker, times, viewport }: Visit): Promise<Load> {
  const loads: Load[] = [];
  for (let i = 0; i < times; i++) {
    await using watched = await open(browser, url, { viewport });
    await watched.page.locator(marker).first().waitFor({ state: "attached" });
    loads.push(await watched.page.evaluate(load));
  }
  const least = (of: (load: Load) => number): number => Math.min(...loads.map(of));
  return {
    scriptKb: least(({ scriptKb }) => scriptKb),
    paintMs: least(({ paintMs }) => paintMs),
    shownMs: least(({ shownMs }) => shownMs),
  };
}

/** Runs in the page. */
function load(): Load {
  const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const scripts = all.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return {
    scriptKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
    paintMs: paint?.startTime ?? Number.NaN,
    shownMs: performance.now(),
  };
}

/** The slowest page on a small screen, and the slowest search. */
async function docs(browser: Browser, origin: string, times: number): Promise<readonly Figure[]> {
  let slowest = { path: "", shownMs: 0 };
  for (const { id } of docsGroups.flatMap((group) => group.pages)) {
    const path = id === "overview" ? "/docs" : `/docs/${id}`;
    const visit = { url: origin + path, marker: "main h1", times, viewport: small };
    const { shownMs } = await fastest(browser, visit);
    if (shownMs > slowest.shownMs) slowest = { path, shownMs };
  }
  await using watched = await open(browser, `${origin}/docs`, { viewport: small });
  const { page } = watched;
  const sections = page.waitForResponse((response) => response.request().resourceType() === "fetch");
  await page.locator("#words").focus();
  await (await sections).finished();
  await page.waitForLoadState("networkidle");
  let searchMs = 0;
  for (const query of queries) {
    const tries: number[] = [];
    for (let i = 0; i < times; i++) tries.push(await page.evaluate(search, query));
    searchMs = Math.max(searchMs, Math.min(...tries));
  }
  return [
    {
      of: "docs at 390 px, the slowest page",
      value: slowest.shownMs,
      unit: "ms",
      note: slowest.path,
      atMost: 1_000,
    },
    { of: "search in the docs, the slowest of four", value: searchMs, unit: "ms", atMost: 50 },
  ];
}

/** Runs in the page: the time from the last letter to the list. */
function search(query: string): number {
  const field = document.querySelector<HTMLInputElement>("#words");
  if (field === null) throw new Error("The page has no search");
  const from = performance.now();
  field.value = query;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.getBoundingClientRect();
  if (document.querySelector("#results a") === null) throw new Error(`Nothing is found for ${query}`);
  return performance.now() - from;
}
