// Looks: pictures of each state of each page at three widths, in light and dark, for people to look at, with what a
// script can measure: content wider than the screen, tables that scroll sideways, and type sizes. Run: bun
// test/screenshots/looks.ts FOLDER [state …]

import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { fakeMicrophone, launch } from "../support/browser/browser.ts";
import { typeSizes } from "../support/browser/faults.ts";
import { pageStates, type StateWorld } from "./page-states.ts";
import { furnish, openPageWorld, recordedCall } from "./page-world.ts";

const calls = 400;
const widths = [
  [390, 844],
  [1_280, 800],
  [1_920, 1_080],
] as const;
const themes = ["light", "dark"] as const;
const stepTimeoutMs = 60_000;

const [folder = "looks", ...given] = process.argv.slice(2);
const names = given.length > 0 ? given : Object.keys(pageStates);
const unknown = names.find((name) => !(name in pageStates));
if (unknown !== undefined)
  throw new Error(`There is no state "${unknown}": ${Object.keys(pageStates).join(", ")}`);
mkdirSync(folder, { recursive: true });
await using world = await openPageWorld(calls);
await furnish(world);
const recorded = names.some((name) => name.startsWith("call")) ? await recordedCall(world) : "";
const browser = await launch(fakeMicrophone);
try {
  for (const name of names) await look(browser, name, { ...world, recorded });
} finally {
  await browser.close();
}

async function look(browser: Browser, name: string, world: StateWorld): Promise<void> {
  const context = await browser.newContext({ permissions: ["microphone"], reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  try {
    await page.setViewportSize({ width: 1_280, height: 800 });
    await pageStates[name]?.(page, world);
    for (const colorScheme of themes) for (const size of widths) await show(page, name, colorScheme, size);
  } catch (error) {
    console.log(`${name} FAILED: ${(error as Error).message.split("\n").slice(0, 6).join(" | ")}`);
    await page.screenshot({ path: `${folder}/${name}-FAILED.png` }).catch(() => undefined);
  } finally {
    await context.close();
  }
}

async function show(
  page: Page,
  name: string,
  colorScheme: (typeof themes)[number],
  [width, height]: (typeof widths)[number],
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await page.waitForTimeout(250);
  const path = `${folder}/${name}-${width}-${colorScheme}.png`;
  await page.screenshot({ path, fullPage: true, animations: "disabled" });
  if (colorScheme === "light") console.log(`${name} ${width}: ${(await seen(page)).join("; ")}`);
}

async function seen(page: Page): Promise<readonly string[]> {
  const { over, height, aside } = await page.evaluate(() => ({
    over: document.documentElement.scrollWidth - innerWidth,
    height: document.documentElement.scrollHeight,
    aside: [...document.querySelectorAll<HTMLElement>("main *")]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
      .filter((each) => /auto|scroll|hidden/.test(getComputedStyle(each).overflowX))
      .map(
        (each) => `${each.tagName.toLowerCase()}.${each.className} ${each.scrollWidth}>${each.clientWidth}`,
      )
      .slice(0, 3),
  }));
  const sizes = await page.evaluate(typeSizes);
  return [
    `height ${height}`,
    `${sizes.length} sizes`,
    ...(over > 0 ? [`${over} TOO WIDE`] : []),
    ...(aside.length > 0 ? [`sideways ${aside.join(", ")}`] : []),
  ];
}
