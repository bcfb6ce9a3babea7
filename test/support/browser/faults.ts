// Check of a page: findings of axe-core, content wider than the screen, and more than six type sizes.

import axe from "axe-core";
import type { Page } from "playwright-core";

/** Faults of the shown page; empty if there are none. The page must have been opened with `bypassCSP`. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  // Passing rules are not described: on a page of thousands of elements that takes most of the time.
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
  );
  const faults = found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html} ${failureSummary}`),
  );
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const sizes = await page.evaluate(typeSizes);
  return [
    ...faults,
    ...(over > 0 ? [`${over} pixels wider than the screen`] : []),
    ...(sizes.length > typeSizesMax ? [`${sizes.length} type sizes: ${sizes.join(", ")}`] : []),
  ];
}

/** Number of stops of the keyboard that are tried on a page. */
const stopsMax = 40;

/** Stops of the keyboard without a visible focus, or outside the screen. */
export async function focusFaultsOf(page: Page): Promise<readonly string[]> {
  const faults = new Set<string>();
  for (let stop = 0; stop < stopsMax; stop++) {
    await page.keyboard.press("Tab");
    let fault = await page.evaluate(focusFault);
    // CodeMirror marks its focus a moment later.
    for (let look = 0; fault !== undefined && look < 5; look++) {
      await page.waitForTimeout(50);
      fault = await page.evaluate(focusFault);
    }
    if (fault !== undefined) faults.add(fault);
  }
  return [...faults];
}

/** Runs in the page. */
function focusFault(): string | undefined {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
  const named = `${focused.tagName}.${focused.className} ${(focused.textContent ?? "").trim().slice(0, 30)}`;
  const around = [focused.parentElement, focused.closest("label"), focused.closest(".cm-editor")];
  const marks = [focused, ...around].filter((each) => each !== null);
  const looks = marks.flatMap((each) => [getComputedStyle(each), getComputedStyle(each, "::after")]);
  const isMarked = looks.some(
    ({ outlineStyle, outlineWidth, boxShadow, content, borderTopWidth }) =>
      (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) ||
      boxShadow !== "none" ||
      (content === '""' && Number.parseFloat(borderTopWidth) > 0),
  );
  const { top, bottom, width } = focused.getBoundingClientRect();
  const isShown = bottom > 0 && top < innerHeight && width > 0;
  if (isMarked && isShown) return undefined;
  return `${isMarked ? "outside of the screen" : "no focus mark"}: ${named}`;
}

const typeSizesMax = 6;

/** The type sizes of all visible texts, each with an element that has it. Runs in the page. */
export function typeSizes(): readonly string[] {
  const sizes = new Map<string, string>();
  const walk = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>("*")) {
      if (element.shadowRoot !== null) walk(element.shadowRoot);
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
      if (!element.checkVisibility() || !(hasText || element.matches("input, select, textarea"))) continue;
      const size = getComputedStyle(element).fontSize;
      if (!sizes.has(size)) sizes.set(size, `${size} ${element.tagName}.${element.className}`);
    }
  };
  walk(document);
  return [...sizes.values()];
}
