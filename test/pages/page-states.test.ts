// Every page in every state: axe, its width, its type sizes, the keyboard's focus, and reduced motion.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { pageStates } from "../screenshots/page-states.ts";
import { furnish, openPageWorld, type PageWorld, recordedCall } from "../screenshots/page-world.ts";
import { fakeMicrophone, launch } from "../support/browser/browser.ts";
import { faultsOf, focusFaultsOf } from "../support/browser/faults.ts";

setDefaultTimeout(240_000);

const calls = 60;

let world: PageWorld;
let recorded: string;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openPageWorld(calls), launch(fakeMicrophone)]);
  await furnish(world);
  recorded = await recordedCall(world);
});

afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const moving = (page: Page): Promise<number> => page.evaluate(() => document.getAnimations().length);

test.each(Object.entries(pageStates))("page: %s has no fault", async (_name, scene) => {
  const context = await browser.newContext({
    bypassCSP: true,
    permissions: ["microphone"],
    reducedMotion: "reduce",
    viewport: { width: 1_280, height: 800 },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(240_000);
    await scene(page, { ...world, recorded });
    const wide = await faultsOf(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    const small = await faultsOf(page);
    expect({ wide, small, moving: await moving(page), focus: await focusFaultsOf(page) }).toEqual({
      wide: [],
      small: [],
      moving: 0,
      focus: [],
    });
  } finally {
    await context.close();
  }
});
