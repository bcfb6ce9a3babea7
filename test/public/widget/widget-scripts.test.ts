// Scripts of the widget: on a page with several of them, each adds its own button once.

import { expect, test } from "bun:test";
import { createContext, runInContext } from "node:vm";
import { tokenIn } from "../../../public/widget/attribute-mistakes.ts";
import { bundlePages } from "../../../src/bundle-pages.ts";

/** An element of a page that is never drawn. */
class Element {
  readonly dataset: Record<string, string> = {};
  readonly children: unknown[] = [];
  readonly style = { setProperty: (): void => undefined };
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

  prepend(...children: unknown[]): void {
    this.children.unshift(...children);
  }

  addEventListener(): void {}
  setAttribute(): void {}
  remove(): void {}
  removeEventListener(): void {}
  replaceChildren(): void {}
}

const script = (token: string, more = {}) =>
  new Element("https://voice.example/widget.js", { token, label: token, ...more });

/** A page after each of these scripts has run. If the page has no body, they are in its head. */
async function pageWith(scripts: readonly Element[], body: Element | null = new Element()) {
  const { files } = await bundlePages();
  const code = new TextDecoder().decode(files.get("widget.js"));
  const told: string[] = [];
  const parsed = new Set<() => void>();
  const page = createContext({
    document: {
      body,
      addEventListener: (_: string, place: () => void) => parsed.add(place),
      removeEventListener: (_: string, place: () => void) => parsed.delete(place),
      documentElement: { lang: "" },
      createElement: () => new Element(),
      createElementNS: () => new Element(),
      querySelectorAll: () => scripts,
    },
    window: new Element(),
    reportError: ({ message }: Error) => void told.push(message),
    CSSStyleSheet: Sheet,
    URL,
  });
  for (const _ of scripts) runInContext(code, page);
  const names = (): readonly unknown[] =>
    runInContext("document.body.children.map((host) => host.ariaLabel)", page) as readonly unknown[];
  const run = (line: string): unknown => runInContext(line, page);
  const bodyComes = (): void => {
    Object.assign(page["document"] as object, { body: new Element() });
    for (const place of parsed) place();
  };
  return { names, told, run, bodyComes };
}

class Sheet {
  replaceSync(): void {}
}

test("widget scripts: two scripts have a button each, though each runs when both exist", async () => {
  const { names } = await pageWith([script("sales"), script("support")]);
  expect(names()).toEqual(["sales", "support"]);
});

test("widget scripts: a mistake is reported to the page's author, and the other has its button", async () => {
  const { names, told } = await pageWith([script("sales", { context: "Ada" }), script("support")]);
  expect(names()).toEqual(["support"]);
  expect(told).toEqual(['Voice Flow: data-context must be a JSON object, such as {"first_name": "Ada"}.']);
});

const misread: readonly (readonly [about: string, attributes: Record<string, string>, told: string])[] = [
  ["a misspelt attribute", { lable: "Talk" }, "unknown attribute data-lable: did you mean data-label?"],
  ["another widget's attribute", { lang: "de" }, "unknown attribute data-lang: did you mean data-language?"],
  ["a side that is none", { side: "bottom" }, 'data-side must be left or right, not "bottom".'],
  [
    "a misspelt word",
    { texts: '{"hangup": "Ende"}' },
    'data-texts has no word "hangup": did you mean "hang_up"?',
  ],
  ["an odd word", { texts: '{"colour": "red"}' }, 'data-texts has no word "colour": there are label, talk,'],
];

test.each(misread)("widget scripts: %s is reported, and the button is there", async (_about, more, told) => {
  const page = await pageWith([script("sales", more)]);
  expect(page.names()).toEqual(["sales"]);
  expect(page.told.map((each) => each.slice(0, told.length + 12))).toEqual([
    expect.stringContaining(`Voice Flow: ${told}`) as unknown as string,
  ]);
});

test("widget scripts: attributes of other tools, and words for a refusal, are ignored", async () => {
  const texts = '{"page/policy": "Nein.", "silent": "Nichts."}';
  const more = { cfasync: "false", turboTrack: "reload", side: "left", texts };
  expect((await pageWith([script("sales", more)])).told).toEqual([]);
});

test("widget scripts: the token is taken from the address of a talk page", () => {
  expect(tokenIn(" https://voice.example/talk/vfe_abc?x=1\n")).toBe("vfe_abc");
  expect(tokenIn("vfe_abc")).toBe("vfe_abc");
});

test("widget scripts: a widget added in the head of a page appears in its body, and a removed one does not", async () => {
  const { names, run, bodyComes } = await pageWith([script("sales")], null);
  run(
    'VoiceFlow.add({ token: "t", label: "support" }); VoiceFlow.add({ token: "t", label: "gone" }).remove()',
  );
  bodyComes();
  expect(names()).toEqual(["sales", "support"]);
});
