// Page faults: what keeps a person out of a page, namely what axe-core finds, and what hangs over the edge of the
// screen.

import axe from "axe-core";
import type { Page } from "playwright-core";

/** Of what is shown now; none if all is well. The page must have been opened with `bypassCSP`. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  const faults = found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html} ${failureSummary}`),
  );
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [...faults, `${over} pixels wider than the screen`] : faults;
}
