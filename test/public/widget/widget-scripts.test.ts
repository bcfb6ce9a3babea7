// Scripts of the widget: in a page that has several of them, each adds its own button once.

import { expect, test } from "bun:test";
import { createContext, runInContext } from "node:vm";
import { bundlePages } from "../../../src/bundle-pages.ts";

/** An element of a page that draws nothing. */
class Element {
  readonly dataset: Record<string, string> = {};
  readonly children: unknown[] = [];
  readonly src: string;

  constructor(src = "", dataset: Record<string, string> = {}) {
    this.src = src;
    Object.assign(this.dataset, dataset);
  }

  append(...children: unknown[]): void {
    this.children.push(...children);
  }

  attachShadow(): Element {
    return new Element();
  }

  addEventListener(): void {}
  setAttribute(): void {}
  replaceChildren(): void {}
}

const script = (token: string, more = {}) =>
  new Element("https://voice.example/widget.js", { token, label: token, ...more });

/** Names of the buttons, and what the page is told, once each of its scripts has run. */
async function shown(...scripts: readonly Element[]) {
  const { files } = await bundlePages();
  const code = new TextDecoder().decode(files.get("widget.js"));
  const body = new Element();
  const told: string[] = [];
  const page = createContext({
    document: {
      body,
      documentElement: { lang: "" },
      createElement: () => new Element(),
      querySelectorAll: () => scripts,
    },
    window: new Element(),
    reportError: ({ message }: Error) => void told.push(message),
    CSSStyleSheet: Sheet,
    URL,
  });
  for (const _ of scripts) runInContext(code, page);
  return { names: body.children.map((host) => (host as { ariaLabel: string }).ariaLabel), told };
}

class Sheet {
  replaceSync(): void {}
}

test("widget scripts: two of them have a button each, though each runs when both are there", async () => {
  expect((await shown(script("sales"), script("support"))).names).toEqual(["sales", "support"]);
});

test("widget scripts: one with a mistake is told to the page's author, and the other has its button", async () => {
  const { names, told } = await shown(script("sales", { context: "Ada" }), script("support"));
  expect(names).toEqual(["support"]);
  expect(told).toEqual(['Voice Flow: data-context must be a JSON object, such as {"first_name": "Ada"}.']);
});
