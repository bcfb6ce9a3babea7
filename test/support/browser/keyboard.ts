// Keyboard driver: uses the flow editor without a mouse, by Tab and the editor's own keys, and checks where the focus
// is.

import type { Locator, Page } from "playwright-core";
import { canvasOf, formOf, type Hands, type KindName, nodeOf, type PortName } from "./hands.ts";

export function keyboardHands(page: Page): Hands {
  const keys = new Keys(page);
  return {
    page,
    async press(target) {
      if ((await target.getAttribute("role")) === "tab") return keys.turnTo(target);
      await keys.reach(target);
      await page.keyboard.press("Enter");
    },
    async write(field, text) {
      await keys.reach(field);
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    },
    type: (text) => page.keyboard.type(text),
    async choose(list, option) {
      await keys.reach(list);
      await page.keyboard.type(option);
      await list.locator("option:checked", { hasText: option }).waitFor({ state: "attached" });
    },
    pick: (radio) => keys.pick(radio),
    edit: (node) => keys.find(node),
    add: (kind, from) => keys.add(kind, from),
    connect: (from, to) => keys.connect(from, to),
  };
}

/** More presses of Tab than this count as unreachable. */
const pressesMax = 250;

class Keys {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the target has the focus. */
  async reach(target: Locator): Promise<void> {
    await this.#enterForm(target);
    let pressed = 0;
    for (;;) {
      const steps = await target.evaluate(stepsTo);
      if (steps === 0) return;
      pressed += Math.abs(steps);
      if (pressed > pressesMax)
        throw new Error(`${String(target)} is not reached, but ${await this.#here()}`);
      await this.press(...Array.from({ length: Math.abs(steps) }, () => (steps > 0 ? "Tab" : "Shift+Tab")));
    }
  }

  /** Chooses a tab: the selected one is focusable, and arrow keys choose another. */
  async turnTo(tab: Locator): Promise<void> {
    await this.reach(this.#page.getByRole("tab", { selected: true }));
    for (let i = 0; i < 5 && !(await isFocused(tab)); i++) await this.press("ArrowRight");
  }

  /** Chooses a radio button: the checked one is focusable, and arrow keys choose another. */
  async pick(radio: Locator): Promise<void> {
    await this.reach(this.#page.getByRole("radio", { checked: true }));
    for (let i = 0; i < 10 && !(await radio.isChecked()); i++) await this.press("ArrowDown");
  }

  /** Selects a node with the canvas's search, and waits for its form. */
  async find(node: string): Promise<void> {
    await this.#toCanvas();
    await this.press("Control+f");
    await this.#focused(this.#page.getByRole("combobox", { name: "Find node" }));
    await this.#page.keyboard.type(node);
    await this.press("Enter");
    await this.#focused(nodeOf(this.#page, node));
    await formOf(this.#page)
      .getByRole("form", { name: `Node ${node}`, exact: true })
      .waitFor();
  }

  async add(kind: KindName, from: PortName | undefined): Promise<void> {
    if (from === undefined) await this.#toCanvas();
    else await this.find(from.node);
    await this.press("n");
    const menu = this.#page.getByRole("menu", {
      name: from === undefined ? /^New node$/ : `New node after ${from.node}`,
    });
    const item = menu.getByRole("menuitem", { name: new RegExp(`^${kind}`) });
    for (let i = 0; i < 4 && !(await isFocused(item)); i++) await this.press(kind.slice(0, 1));
    await this.press("Enter");
    await menu.waitFor({ state: "detached" });
    await this.#focused(
      canvasOf(this.#page)
        .getByRole("group", { name: new RegExp(`^${kind} `) })
        .and(this.#page.locator(":focus")),
    );
  }

  async connect(from: PortName, to: string): Promise<void> {
    await this.find(from.node);
    await this.press("c");
    const dialog = this.#page.getByRole("dialog", { name: `Connect ${from.node}` });
    const name = dialog.getByRole("combobox", { name: "Connect to" });
    await this.#focused(name);
    await this.reach(dialog.getByLabel("Way"));
    await this.#page.keyboard.type(`${from.port} to`);
    await this.reach(name);
    await this.#page.keyboard.type(to);
    await this.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await this.#focused(nodeOf(this.#page, from.node));
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Enter leads from a node to its form. */
  async #enterForm(target: Locator): Promise<void> {
    const isForNode = await target.evaluate(
      (element) =>
        element.closest("#panel-node") !== null &&
        document.activeElement?.matches(".react-flow__node") === true,
    );
    if (!isForNode) return;
    await this.press("Enter");
    await this.#focused(formOf(this.#page).locator(":focus"));
  }

  /** Escape leads from a form to the canvas, Tab from anywhere else. */
  async #toCanvas(): Promise<void> {
    const canvas = canvasOf(this.#page);
    // The first Escape may close a list of completions.
    for (let i = 0; i < 2 && (await formOf(this.#page).locator(":focus").count()) > 0; i++)
      await this.press("Escape");
    if ((await canvas.locator(":focus").count()) > 0) return;
    await this.reach(canvas.locator(".canvas-stage[tabindex='0'], .react-flow__node[tabindex='0']"));
  }

  async #focused(target: Locator): Promise<void> {
    try {
      await target.and(this.#page.locator(":focus")).waitFor({ state: "attached" });
    } catch (cause) {
      throw new Error(`${String(target)} has not the focus, but ${await this.#here()}`, { cause });
    }
  }

  #here(): Promise<string> {
    return this.#page.evaluate(() => {
      const { activeElement: at } = document;
      return `the focus is at ${at?.getAttribute("aria-label") ?? at?.outerHTML.slice(0, 200) ?? "nothing"}`;
    });
  }
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Estimated presses of Tab to an element; negative for Shift+Tab. Runs in the page. */
function stepsTo(target: Element): number {
  const here = document.activeElement ?? document.body;
  if (here === target) return 0;
  const dialog = document.querySelector("dialog[open]") ?? document;
  const stops = [
    ...dialog.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]"),
  ].filter(
    (each) =>
      each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility({ visibilityProperty: true }),
  );
  const isBehind = (each: Element, other: Element): boolean =>
    (other.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (here === document.body || isBehind(target, here)) {
    return (
      stops.filter((each) => (here === document.body || isBehind(each, here)) && !isBehind(each, target))
        .length || 1
    );
  }
  return -(stops.filter((each) => isBehind(here, each) && !isBehind(target, each)).length || 1);
}
