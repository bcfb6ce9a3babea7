// Canvas of the flow editor as people use it: by mouse, by keys alone, and with malicious names.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import axe from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { expectQuiet, launch, open, type WatchedPage } from "../support/browser/browser.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
  url = `${new URL("/flow-editor", server.url).href}?example=call-routing`;
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const canvas = (page: Page): Locator => page.getByRole("region", { name: "Canvas" });
/** Node by its name for screen readers: `kind id, …`. */
const node = (page: Page, name: string): Locator =>
  canvas(page).getByRole("group", { name: new RegExp(`^${name}\\b`) });
const says = (page: Page, text: string | RegExp): Promise<void> =>
  canvas(page).getByRole("status").filter({ hasText: text }).first().waitFor({ state: "attached" });
const unsaved = (page: Page): Locator => page.getByText("not saved", { exact: true });

async function opened(watched: WatchedPage): Promise<Page> {
  const { page } = watched;
  await node(page, "Say welcome").waitFor();
  return page;
}

async function middleOf(at: Locator): Promise<readonly [x: number, y: number]> {
  const box = await at.boundingBox();
  if (box === null) throw new Error("It cannot be seen");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page: Page, from: Locator, to: readonly [number, number]): Promise<void> {
  const [x, y] = await middleOf(from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  // The small movement of a trembling hand is no drag yet.
  await page.mouse.move(x + 5, y, { steps: 5 });
  await page.mouse.move(to[0] - 12, to[1] - 9, { steps: 4 });
  await page.mouse.move(...to, { steps: 2 });
  await page.mouse.up();
}

async function text(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("button", { name: "Download YAML" }).click();
    })(),
  ]);
  return Bun.file(await download.path()).text();
}

test("canvas: a flow is changed by mouse, and undone to its first byte", async () => {
  await using watched = await open(browser, url);
  const page = await opened(watched);
  expect(await unsaved(page).count()).toBe(0);

  await page.getByRole("button", { name: /^Add Say/ }).click();
  await says(page, "Added Say say.");
  await node(page, "Say say").dblclick();
  await page.getByRole("textbox", { name: "New name of say" }).fill("sorry");
  await page.keyboard.press("Enter");
  await says(page, "say is now called sorry.");

  const port = node(page, "Menu main").getByTitle(/^next, not connected/);
  await drag(page, port, await middleOf(node(page, "Say sorry")));
  await says(page, "main leads to sorry.");
  expect(await text(page)).toContain("next: sorry");

  await drag(page, node(page, "Say sorry"), [300, 640]);
  const [x, y] = await middleOf(node(page, "Say sorry"));
  expect([Math.abs(x - 300), Math.abs(y - 640)].every((off) => off < 16)).toBe(true);

  await page.keyboard.press("Delete");
  await says(page, "Deleted sorry.");
  expect(await node(page, "Say sorry").count()).toBe(0);

  await unsaved(page).waitFor();
  for (let i = 0; i < 6; i++) await page.keyboard.press("Control+z");
  await unsaved(page).waitFor({ state: "detached" });
  expect(await text(page)).toBe(await Bun.file("public/flows/call-routing.flow.yaml").text());
  expectQuiet(watched);
});

test("canvas: a flow is changed by keys alone", async () => {
  await using watched = await open(browser, url);
  const page = await opened(watched);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("Home");
  expect(await focused(page)).toMatch(/^Say welcome/);
  await press("ArrowDown", "ArrowDown");
  expect(await focused(page)).toMatch(/^Branch hours_check/);
  await press("ArrowUp");
  expect(await focused(page)).toMatch(/^Menu main/);

  await press("n");
  await page.getByRole("menu", { name: "New node after main" }).waitFor();
  await press("e", "Enter");
  await says(page, "Added End end, after main.");
  expect(await focused(page)).toMatch(/^End end/);
  await press("F2");
  await page.keyboard.type("too_bad");
  await press("Enter");
  await says(page, "end is now called too_bad.");
  expect(await focused(page)).toMatch(/^End too_bad/);
  expect(await node(page, "Menu main").getAttribute("aria-label")).toContain("next to too_bad");

  await press("ArrowUp", "c");
  const dialog = page.getByRole("dialog", { name: "Connect main" });
  await dialog.getByLabel("Way").selectOption({ label: "billing to number" });
  await dialog.getByRole("combobox", { name: "Connect to" }).fill("voicem");
  await press("Enter");
  await says(page, "main leads to voicemail.");
  expect(await text(page)).toContain("billing: voicemail");

  await node(page, "Menu main").focus();
  await press("c");
  await dialog.getByLabel("Way").selectOption({ label: "support to number" });
  await dialog.getByRole("option", { name: "Nowhere this edge ends here" }).click();
  await says(page, "main no longer leads anywhere");

  await press("Control+f");
  await page.getByRole("combobox", { name: "Find node" }).fill("call back");
  expect(await page.getByRole("search").getByRole("option").allTextContents()).toEqual([
    expect.stringMatching(/^bye/),
  ]);
  await page.getByRole("combobox", { name: "Find node" }).fill("lookup");
  await press("Enter");
  expect(await focused(page)).toMatch(/^Tool find/);
  await press("Shift+ArrowRight", "Delete");
  await says(page, "Deleted find.");
  expect(await focused(page)).toMatch(/^Ask number/);

  await page.getByRole("button", { name: /^Add Say/ }).focus();
  await press("End", "ArrowUp", "ArrowUp");
  expect(await focused(page)).toMatch(/^Add Record/);
  await node(page, "Ask number").focus();

  await press("?");
  await page
    .getByRole("dialog", { name: "Keys of the canvas" })
    .getByText("rename it", { exact: true })
    .waitFor();
  await press("Escape");
  // Keys typed elsewhere on the page do nothing to the canvas.
  await page.getByRole("tabpanel", { name: "Form" }).click({ position: { x: 4, y: 4 } });
  await press("n", "Delete", "s");
  expect(await page.getByRole("menu").count()).toBe(0);
  for (let i = 0; i < 7; i++) await press("Control+z");
  await unsaved(page).waitFor({ state: "detached" });
  for (let i = 0; i < 7; i++) await press("Control+Shift+z");
  await node(page, "End too_bad").waitFor();
  expect(await text(page)).not.toContain("find:");
  expectQuiet(watched);
});

/** Focused element, in the words of a screen reader. */
function focused(page: Page): Promise<string> {
  return page
    .waitForFunction(() => document.activeElement?.getAttribute("aria-label") ?? "")
    .then((it) => it.jsonValue());
}

test("canvas: nodes are copied, cut, pasted and duplicated; ends of edges are moved", async () => {
  await using watched = await open(browser, url, { permissions: ["clipboard-read", "clipboard-write"] });
  const page = await opened(watched);
  await node(page, "Tool find").click();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await says(page, "Added find_2.");
  await page.keyboard.press("Control+d");
  await says(page, "Added find_3.");
  await page.keyboard.press("Control+x");
  await says(page, "Deleted find_3.");
  await node(page, "Tool find_2").click();
  await page.getByLabel("Selected").getByRole("button", { name: "Delete" }).click();
  await says(page, "Deleted find_2.");

  const way = page.getByRole("img", { name: "next from number to find" });
  await way.locator(".react-flow__edge-interaction").click({ force: true });
  expect(await page.getByLabel("Selected").textContent()).toContain("Delete edge");
  // The target is not near an edge of the canvas, where a drag would scroll the view.
  await drag(page, way.locator(".way-grip"), await middleOf(node(page, "Menu main")));
  await says(page, "number leads to main.");
  await page.keyboard.press("Control+z");
  await way.waitFor({ state: "attached" });

  const pane = canvas(page).locator(".react-flow__pane");
  await page.getByRole("button", { name: /^Add Wait/ }).dragTo(pane, { targetPosition: { x: 660, y: 120 } });
  await says(page, "Added Wait wait.");
  const [x] = await middleOf(node(page, "Wait wait"));
  const { x: left } = (await pane.boundingBox()) ?? { x: 0 };
  expect(Math.abs(x - left - 660)).toBeLessThan(90);
  await pane.dblclick({ position: { x: 700, y: 30 } });
  await page.getByRole("menu", { name: "New node" }).waitFor();
  await page.keyboard.press("Escape");

  const port = node(page, "Ask number").getByTitle(/^give up, not connected/);
  await drag(page, port, [760, 560]);
  await page.getByRole("menuitem", { name: /^Say/ }).click();
  await says(page, "Added Say say, after number.");
  expect(await text(page)).toContain("give_up: say");
  await page.getByRole("button", { name: "Arrange nodes" }).click();
  expectQuiet(watched);
});

test("canvas: the current node glows, and edges show their test coverage", async () => {
  await using watched = await open(browser, url);
  const page = await opened(watched);
  await page.getByRole("tab", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await canvas(page)
    .getByRole("group", { name: /^Menu main,.*current node of the conversation/ })
    .waitFor();
  await page.getByRole("tab", { name: "Tests" }).click();
  await page.getByRole("button", { name: /^Run \d/ }).click();
  await canvas(page)
    .getByRole("img", { name: /^sales from main to hours_check, tested$/ })
    .waitFor({ state: "attached" });
  expectQuiet(watched);
});

test("canvas: hostile names and texts stay text", async () => {
  await using watched = await open(browser, url);
  const page = await opened(watched);
  const evil = `<img src=x onerror=alert(1)>"'\\`;
  const flow = [
    "voice_flow: 1",
    "id: evil",
    `start: ${JSON.stringify(evil)}`,
    "nodes:",
    `  ${JSON.stringify(evil)}: {say: ${JSON.stringify(`<script>alert(1)</script>\u202e${"x".repeat(9_000)}`)}, next: '</div><b>'}`,
    `  "\\u0000__proto__": {menu: a, goto: {'<i>x</i>': constructor}}`,
    "  constructor: {next: [{if: '<b>', goto: constructor}, {else: '__proto__'}]}",
    "  __proto__: {end: <script>}",
    "handlers:",
    "  '<u>h</u>': {next: '<s>'}",
  ].join("\n");
  await page.getByRole("button", { name: "Open…" }).click();
  await page.getByLabel("File of a flow").setInputFiles({
    name: "evil.flow.yaml",
    mimeType: "application/yaml",
    buffer: Buffer.from(flow),
  });
  await canvas(page).getByText(evil.slice(0, 18)).first().waitFor();
  expect(await canvas(page).locator(".react-flow__node").count()).toBe(4);
  expect(await canvas(page).locator("img, script, b, i, u, s").count()).toBe(0);
  expect(await node(page, "Say <img").getAttribute("aria-label")).toContain(
    "next to </div><b>, which does not exist",
  );
  expect(await page.getByRole("button", { name: "<u>h</u> leads to <s>" }).count()).toBe(1);
  expectQuiet(watched);
});

test.each(looks)("canvas: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const viewport = { width, height: 844 };
  await using watched = await open(browser, url, { colorScheme, viewport, bypassCSP: true });
  const page = await opened(watched);
  await page.evaluate(axe.source);
  const expectOpenToAll = async (): Promise<void> => {
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(".canvas, dialog"),
    );
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  };
  await expectOpenToAll();
  // Any node may be hit: on a small screen the nodes lie close, and a busy machine may still move the picture.
  await node(page, "Menu main").focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("toolbar", { name: "Selected" }).waitFor();
  await expectOpenToAll();
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByRole("combobox", { name: "Connect to" }).waitFor();
  await expectOpenToAll();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Find node" }).click();
  await expectOpenToAll();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keyboard help" }).click();
  await expectOpenToAll();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByRole("menu").waitFor();
  await expectOpenToAll();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
