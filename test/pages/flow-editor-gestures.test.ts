// Gestures on the flow editor's canvas, by mouse, by keys and by finger: selections of several nodes, menus, zoom, and
// the order of overlapping parts.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { expectQuiet, launch } from "../support/browser/browser.ts";
import { type EditorPage, openEditor } from "../support/browser/editor-page.ts";
import { canvasOf, nodeOf } from "../support/browser/hands.ts";
import { middleOf } from "../support/browser/mouse.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

const example = "?example=call-routing";
let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

async function opened({ page }: EditorPage): Promise<Page> {
  await nodeOf(page, "welcome").waitFor();
  return page;
}

const ofKind = (page: Page, name: string): Locator =>
  canvasOf(page).getByRole("group", { name: new RegExp(`^${name}(,|$)`) });
const says = (page: Page, text: string | RegExp): Promise<void> =>
  canvasOf(page).getByRole("status").filter({ hasText: text }).first().waitFor({ state: "attached" });
const unsaved = (page: Page): Locator => page.getByText("not saved", { exact: true });

const selectedNodes = (page: Page): Promise<readonly string[]> =>
  canvasOf(page)
    .locator(".react-flow__node.selected")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-id") ?? "").toSorted());

test("gestures: several nodes are selected by Shift and a click, by a box and by keys, and changed together", async () => {
  await using watched = await openEditor({ browser, server }, example, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await opened(watched);
  await nodeOf(page, "welcome").click();
  await nodeOf(page, "main").click({ modifiers: ["Shift"], position: { x: 30, y: 15 } });
  await nodeOf(page, "number").click({ modifiers: ["Shift"], position: { x: 30, y: 15 } });
  expect(await selectedNodes(page)).toEqual(["main", "number", "welcome"]);
  await nodeOf(page, "number").click({ modifiers: ["Shift"], position: { x: 30, y: 15 } });
  expect(await selectedNodes(page)).toEqual(["main", "welcome"]);

  const [from, to] = [await nodeOf(page, "welcome").boundingBox(), await nodeOf(page, "main").boundingBox()];
  await page.keyboard.press("Escape");
  await page.keyboard.down("Shift");
  await page.mouse.move((from?.x ?? 0) - 60, (from?.y ?? 0) - 25);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 200, (to?.y ?? 0) + 20, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  expect(await selectedNodes(page)).toEqual(["main", "welcome"]);

  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await says(page, /^Added main_2, welcome_2|^Added welcome_2, main_2/);
  await page.keyboard.press("Delete");
  await says(page, /^Deleted /);
  await page.keyboard.press("Control+a");
  expect((await selectedNodes(page)).length).toBeGreaterThan(6);
  await page.keyboard.press("Delete");
  await canvasOf(page).getByText("An empty flow").waitFor();
  expectQuiet(watched);
});

test("gestures: a node, an edge and the empty canvas have a menu, and a node changes its kind in it", async () => {
  await using watched = await openEditor({ browser, server }, example);
  const page = await opened(watched);
  const item = (name: string | RegExp): Locator => page.getByRole("menuitem", { name });
  await nodeOf(page, "welcome").click({ button: "right" });
  await page.getByRole("menu", { name: "welcome" }).waitFor();
  await item("Change kind…").click();
  await page.getByRole("menu", { name: "Kind of welcome" }).waitFor();
  await item(/^Wait/).click();
  await says(page, "welcome is now a Wait.");
  await ofKind(page, "Wait welcome").waitFor();
  await page.keyboard.press("Control+z");
  await ofKind(page, "Say welcome").waitFor();
  await unsaved(page).waitFor({ state: "detached" });

  await nodeOf(page, "welcome").click();
  await page.getByLabel("Kind", { exact: true }).selectOption("Ask");
  await ofKind(page, "Ask welcome").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await nodeOf(page, "welcome").waitFor();

  const way = page.getByRole("img", { name: "next from number to find" });
  await way.locator(".react-flow__edge-interaction").click({ force: true, button: "right" });
  await page.getByRole("menu", { name: "The way" }).waitFor();
  await item("Delete edge").click();
  await says(page, "number no longer leads anywhere from there.");

  await canvasOf(page)
    .locator(".react-flow__pane")
    .click({ button: "right", position: { x: 700, y: 40 } });
  await page.getByRole("menu", { name: "Canvas" }).waitFor();
  await page.keyboard.press("Escape");
  await nodeOf(page, "main").click({ position: { x: 30, y: 15 } });
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menu", { name: "main" }).waitFor();
  await page.keyboard.press("d");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Duplicate");
  await page.keyboard.press("Enter");
  await says(page, "Added main_2.");
  expectQuiet(watched);
});

test("gestures: a flow opens readable, and nothing covers its nodes", async () => {
  for (const width of [1280, 390]) {
    const viewport = { width, height: 844 };
    await using watched = await openEditor({ browser, server }, example, { viewport });
    const page = await opened(watched);
    const { smallest, covered, panel } = await page.evaluate(() => {
      const view = document.querySelector(".react-flow__viewport") ?? document.body;
      const { a: zoom } = new DOMMatrix(getComputedStyle(view).transform);
      const nodes = [...document.querySelectorAll(".react-flow__node")];
      const texts = nodes.flatMap((each) =>
        [...each.querySelectorAll("*")].filter((one) => one.children.length === 0 && one.textContent !== ""),
      );
      const drawing = document.querySelector(".drawing")?.getBoundingClientRect() ?? new DOMRect();
      const bars = [...document.querySelectorAll(".react-flow__minimap, .canvas [role=toolbar]")].map(
        (each) => each.getBoundingClientRect(),
      );
      const isUnder = (node: DOMRect, bar: DOMRect): boolean =>
        bar.width > 0 &&
        node.left < bar.right &&
        node.right > bar.left &&
        node.top < bar.bottom &&
        node.bottom > bar.top &&
        bar.left < drawing.right &&
        bar.right > drawing.left &&
        bar.top < drawing.bottom &&
        bar.bottom > drawing.top;
      return {
        smallest: Math.min(...texts.map((each) => Number.parseFloat(getComputedStyle(each).fontSize) * zoom)),
        covered: nodes.filter((each) => bars.some((bar) => isUnder(each.getBoundingClientRect(), bar)))
          .length,
        panel: (document.querySelector(".panels")?.clientWidth ?? 0) / innerWidth,
      };
    });
    expect(smallest).toBeGreaterThanOrEqual(12);
    expect(covered).toBe(0);
    if (width === 1280) expect(panel).toBeLessThanOrEqual(1 / 3);
    await page
      .getByRole("link", { name: "Docs" })
      .or(page.getByRole("button", { name: "Pages" }))
      .first()
      .waitFor();
    if (width === 390) {
      await page.getByRole("button", { name: "Pages" }).click();
      for (const name of ["Test page", "Docs", "API"])
        await page.getByRole("link", { name, exact: true }).waitFor();
    }
    expectQuiet(watched);
  }
});

test("gestures: two fingers zoom the canvas and not the page, and a resting finger opens a menu", async () => {
  await using watched = await openEditor({ browser, server }, example, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await opened(watched);
  const zoom = (): Promise<number> =>
    page.evaluate(
      () => new DOMMatrix(getComputedStyle(document.querySelector(".react-flow__viewport")!).transform).a,
    );
  const session = await page.context().newCDPSession(page);
  const touch = async (
    type: "touchStart" | "touchMove" | "touchEnd",
    ...points: readonly (readonly [number, number])[]
  ): Promise<void> => {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  const [x, y] = await middleOf(nodeOf(page, "welcome"));
  await touch("touchStart", [x, y]);
  await touch("touchStart", [x, y], [x, y + 100]);
  await touch("touchMove", [x, y], [x, y + 60]);
  await touch("touchMove", [x, y], [x, y + 50]);
  await touch("touchEnd");
  expect(await zoom()).toBeCloseTo(0.5, 1);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);

  const [restX, restY] = await middleOf(nodeOf(page, "welcome"));
  await touch("touchStart", [restX, restY]);
  await page.getByRole("menu", { name: "welcome" }).waitFor();
  await touch("touchEnd");
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  expectQuiet(watched);
});

test("gestures: a message covers the page, moves nothing, and closes by a key", async () => {
  await using watched = await openEditor({ browser, server }, example, { permissions: [] });
  const page = await opened(watched);
  const before = await canvasOf(page).boundingBox();
  await nodeOf(page, "welcome").dblclick();
  await page.getByRole("textbox", { name: "New name of welcome" }).fill("main");
  await page.keyboard.press("Enter");
  const failed = page.getByRole("alert").filter({ hasText: "main" });
  await failed.waitFor();
  expect(await canvasOf(page).boundingBox()).toEqual(before);
  await failed.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await failed.waitFor({ state: "detached" });
  expectQuiet(watched);
});

test("gestures: the canvas's keys work as soon as a flow is open", async () => {
  await using watched = await openEditor({ browser, server }, example);
  const page = await opened(watched);
  await watched.press("Open…");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Welcome/ })
    .click();
  await nodeOf(page, "greet").waitFor();
  await page.waitForFunction(() => document.activeElement?.matches(".canvas-stage"));
  await page.keyboard.press("n");
  await page.getByRole("menu").waitFor();
  expectQuiet(watched);
});
