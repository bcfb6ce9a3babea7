// Flow editor on a phone: the flow's name is readable, every button of the bar is reachable, and a newcomer's first
// views pass axe, in light and dark, on small screens and large ones.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, launch } from "../support/browser/browser.ts";
import { openEditor } from "../support/browser/editor-page.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

/** Texts and buttons of the bar that are cut off, off the screen, or below another element. */
function cutIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".bar .flow-name > *, .bar button")].filter(
      (it) => it.checkVisibility(),
    );
    return shown
      .filter((it) => {
        const box = it.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const outside = box.x < 0 || box.right > innerWidth;
        const clipped = it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;
        return outside || (it.localName === "bdi" && clipped) || !it.contains(top);
      })
      .map((it) => it.textContent);
  });
}

test.each([320, 390, 600, 890, 900, 1260, 1280])(
  "small editor: the bar shows the whole name at %d pixels",
  async (width) => {
    const options = { viewport: { width, height: 844 } };
    await using watched = await openEditor({ browser, server }, "?example=appointment-reminder", options);
    const { page } = watched;
    await page.locator(".flow-name", { hasText: "Appointment reminder" }).waitFor();
    expect(await cutIn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.getByRole("button", { name: "More", exact: true }).click();
    const menu = await page.locator("#more-ways").boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(width);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Pages" }).click();
    await page.getByRole("link", { name: "Docs" }).click();
    await page.getByRole("heading", { name: "Voice Flow", level: 1 }).waitFor();
    expectQuiet(watched);
  },
);

test("small editor: the flow's state stays readable beside the longest name", async () => {
  const options = { viewport: { width: 390, height: 844 } };
  await using watched = await openEditor({ browser, server }, "?example=welcome", options);
  const { page } = watched;
  await watched.view("Form");
  await page.getByLabel("Name", { exact: true }).first().fill("A very long name ".repeat(12).trim());
  const status = page.locator(".flow-name .hint", { hasText: "not saved" });
  await status.waitFor();
  const box = await status.boundingBox();
  const save = await page.getByRole("button", { name: "Save", exact: true }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(save?.x ?? 0);
  const bar = await page.locator("header.bar").boundingBox();
  expect(bar?.height).toBeLessThan(130);
  expectQuiet(watched);
});

test("editor: on a laptop the bar does not wrap, and a pasted flow and a question's type are in view", async () => {
  const options = { viewport: { width: 1280, height: 800 } };
  await using watched = await openEditor({ browser, server }, "?example=table-booking", options);
  const { page, view, press } = watched;
  await page.locator(".react-flow__node", { hasText: "details" }).click();
  await page.getByText("number", { exact: true }).waitFor();
  await page.locator(".react-flow__pane").click({ position: { x: 20, y: 330 } });
  await page.getByLabel("Name", { exact: true }).first().fill("Abcdefgh ijklmn");
  await page.locator(".flow-name .hint", { hasText: "not saved" }).waitFor();
  expect(await cutIn(page)).toEqual([]);
  const wrapped = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".bar a, .bar button, .bar .flow-name > *")]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height > 40)
      .map((each) => each.textContent),
  );
  expect(wrapped).toEqual([]);

  await view("YAML");
  await page.getByRole("textbox", { name: /YAML/ }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(await Bun.file("public/flows/customer-survey.flow.yaml").text());
  const start = page.locator(".react-flow__node", { hasText: "Harbour Hotel" });
  await start.waitFor();
  await page.waitForFunction(() => {
    const box = (query: string) => document.querySelector(query)?.getBoundingClientRect() ?? new DOMRect();
    const [shown, drawing] = [box(".react-flow__node[data-id$=open]"), box(".drawing")];
    return shown.left >= drawing.left && shown.right <= drawing.right && shown.top >= drawing.top;
  });

  await page.keyboard.press("Control+End");
  await page.keyboard.type("zz: 1");
  await press(/^1 error/);
  await view("Try it");
  const problems = await page.locator(".problems").boundingBox();
  const begin = await page.getByRole("button", { name: "Start", exact: true }).boundingBox();
  expect((begin?.y ?? 0) + (begin?.height ?? 0)).toBeLessThan(problems?.y ?? 0);
  expectQuiet(watched);
});

test("forms: a closed part of the form shows its remark where the list of problems does", async () => {
  await using watched = await openEditor({ browser, server }, "?example=table-booking");
  const { page } = watched;
  await watched.press("Remove Timezone");
  await page.getByRole("button", { name: "1 remark", exact: true }).waitFor();
  await page.getByRole("button", { name: /^Variables.*1 remark$/ }).waitFor();
  expectQuiet(watched);
});

test.each(looks)("first steps: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
  await using watched = await openEditor({ browser, server }, "", options);
  const { page } = watched;
  await watched.press("Open…");
  await page.getByRole("dialog", { name: "Open a flow" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await watched.press("New empty flow");
  await page.getByText("An empty flow").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  for (const view of ["Form", "Tests"] as const) {
    await watched.view(view);
    await page.getByRole("tabpanel", { name: view }).getByRole("heading").first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
  }
  expectQuiet(watched);
});

test("editor: a problem leads to its node, which shows the problem beside itself", async () => {
  await using watched = await openEditor({ browser, server }, "?example=table-booking");
  const { page, view, press } = watched;
  await view("YAML");
  await page.getByRole("textbox", { name: /YAML/ }).click();
  await page.keyboard.press("Control+a");
  const text = await Bun.file("public/flows/table-booking.flow.yaml").text();
  await page.keyboard.insertText(text.replace("next: details}", "next: nowhere}"));
  await press(/^1 error/);
  await press("Show the node greet");
  await page.getByRole("heading", { name: "Say", exact: true }).waitFor();
  await page.locator(".node-problems").getByText("there is no node 'nowhere'").waitFor();
  await page.waitForFunction(() => {
    const box = (query: string) => document.querySelector(query)?.getBoundingClientRect() ?? new DOMRect();
    return box(".node-problems").left >= box(".react-flow__node.selected").right;
  });
  expectQuiet(watched);
});
