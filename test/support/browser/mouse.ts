// Mouse driver: clicks and drags in the flow editor, and types into the clicked element.

import type { Locator, Page } from "playwright-core";
import { canvasOf, formOf, type Hands, nodeOf, type PortName } from "./hands.ts";

type Point = readonly [x: number, y: number];

export function mouseHands(page: Page): Hands {
  return {
    page,
    press: (target) => target.click(),
    async write(field, text) {
      await field.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
    },
    type: (text) => page.keyboard.insertText(text),
    choose: async (list, option) => {
      await list.selectOption({ label: option });
    },
    pick: (radio) => radio.check(),
    async edit(node) {
      await nodeOf(page, node).click({ position: { x: 20, y: 12 } });
      await formOf(page)
        .getByRole("form", { name: `Node ${node}`, exact: true })
        .waitFor();
    },
    async add(kind, from) {
      if (from === undefined) {
        const palette = page.getByRole("button", { name: new RegExp(`^Add ${kind}:`) });
        return drag(page, palette, await freeSpot(page, await middleOf(paneOf(page))));
      }
      const port = portOf(page, from);
      const [x, y] = await middleOf(port);
      await drag(page, port, await freeSpot(page, [x, y + 110]));
      await page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click();
    },
    connect: async (from, to) => drag(page, portOf(page, from), await middleOf(nodeOf(page, to))),
  };
}

const paneOf = (page: Page): Locator => canvasOf(page).locator(".react-flow__pane");

const portOf = (page: Page, { node, port }: PortName): Locator =>
  nodeOf(page, node).getByTitle(new RegExp(`^${port}(?: to |, not connected$)`));

/** The middle of an element in pixels of the window. Throws when it can not be seen. */
export async function middleOf(at: Locator): Promise<Point> {
  const box = await at.boundingBox();
  if (box === null) throw new Error("It cannot be seen");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page: Page, from: Locator, to: Point): Promise<void> {
  await page.mouse.move(...(await middleOf(from)));
  await page.mouse.down();
  await page.mouse.move(to[0] - 12, to[1] - 9, { steps: 4 });
  await page.mouse.move(...to, { steps: 2 });
  await page.mouse.up();
}

/** Pixels that a new node needs on each side of the drop position. */
const room = { right: 220, below: 140, left: 90, above: 50 };

/** The free position for a node that is nearest to the given one. */
async function freeSpot(page: Page, [x, y]: Point): Promise<Point> {
  const boxOf = (element: Element) => element.getBoundingClientRect().toJSON() as DOMRect;
  const pane = await paneOf(page).evaluate(boxOf);
  const taken = await canvasOf(page)
    .locator(".react-flow__node, [role=toolbar], .react-flow__minimap")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  const isFree = ([cx, cy]: Point): boolean =>
    taken.every(
      ({ left, right, top, bottom }) =>
        cx + room.right < left || cx - room.left > right || cy + room.below < top || cy - room.above > bottom,
    );
  const spots: Point[] = [];
  for (let cx = pane.left + room.left; cx < pane.right - room.right; cx += 20)
    for (let cy = pane.top + room.above; cy < pane.bottom - room.below; cy += 20) spots.push([cx, cy]);
  const far = ([cx, cy]: Point): number => Math.hypot(cx - x, cy - y);
  const [nearest] = spots.filter(isFree).toSorted((a, b) => far(a) - far(b));
  if (nearest !== undefined) return nearest;
  throw new Error("There is no room on the canvas");
}
