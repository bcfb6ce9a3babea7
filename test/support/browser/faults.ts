// Accessibility check: what axe-core finds on a page, and content that is wider than the screen.

import axe from "axe-core";
import type { Page } from "playwright-core";

/** Faults of what is shown now; empty if there are none. The page must have been opened with `bypassCSP`. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  // What passes is not described: on a page of thousands of elements that is most of the time.
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
  );
  const faults = found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html} ${failureSummary}`),
  );
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [...faults, `${over} pixels wider than the screen`] : faults;
}
