// Picture of a flow as a file to share: the drawing equals the canvas, as SVG and as PNG.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { nodeKinds } from "../../src/flow/author/document/node-kinds.ts";
import { type DrawnPicture, pictureOf } from "../flow/author/draw/picture.ts";
import { expectQuiet, launch } from "../support/browser/browser.ts";
import { type EditorPage, openEditor } from "../support/browser/editor-page.ts";
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

const node = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Canvas" }).getByRole("group", { name: new RegExp(`^${name}\\b`) });

async function exported({ page, press }: EditorPage, kind: "SVG" | "PNG") {
  await press("More");
  const [download] = await Promise.all([page.waitForEvent("download"), press(`Export as ${kind}…`)]);
  return { name: download.suggestedFilename(), file: Bun.file(await download.path()) };
}

/** Width and height of a picture as the browser decodes it, and the number of its pixels in each of these colours. */
function looked(page: Page, data: string, colours: readonly string[]) {
  return page.evaluate(
    async ([source, wanted]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data: bytes, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const counts = wanted.map(() => 0);
      const places = new Map(
        wanted.map((colour, i) => {
          const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
          return [((255 << 24) | (blue! << 16) | (green! << 8) | red!) >>> 0, i];
        }),
      );
      for (const pixel of new Uint32Array(bytes.buffer)) {
        const place = places.get(pixel);
        if (place !== undefined) counts[place]! += 1;
      }
      return { width, height, counts };
    },
    [data, colours] as const,
  );
}

test("picture: SVG and PNG match the canvas, after a node was moved", async () => {
  await using editor = await openEditor({ browser, server }, "?example=call-routing");
  const { page } = editor;
  await node(page, "Say welcome").waitFor();
  const before = pictureOf(await (await exported(editor, "SVG")).file.text());
  expect(before.nodes).toHaveLength(11);

  const box = (await node(page, "Say welcome").boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 12, { steps: 5 });
  await page.mouse.move(box.x + 140, box.y + 2, { steps: 5 });
  await page.mouse.up();
  await page.getByText("not saved", { exact: true }).waitFor();
  const { name, file } = await exported(editor, "SVG");
  expect(name).toBe("front-desk.svg");
  const source = await file.text();
  const { nodes, paper, lines } = pictureOf(source);
  const at = (all: readonly DrawnPicture[], id: string): DrawnPicture => all.find((each) => each.id === id)!;
  expect(at(nodes, "welcome").x).toBeGreaterThan(at(before.nodes, "welcome").x + 50);
  expect({ ...at(nodes, "main") }).toEqual({ ...at(before.nodes, "main") });
  expect(lines.map(({ id }) => id)).toEqual(before.lines.map(({ id }) => id));
  await expectSame(page, nodes);

  const blank = await browser.newPage();
  const parsed = await blank.evaluate((xml) => {
    const { documentElement: root } = new DOMParser().parseFromString(xml, "image/svg+xml");
    return [
      root.localName,
      root.querySelectorAll("[data-node]").length,
      root.querySelector("script, parsererror"),
    ];
  }, source);
  await blank.close();
  expect(parsed).toEqual(["svg", 11, null]);

  const png = await exported(editor, "PNG");
  expect(png.name).toBe("front-desk.png");
  const data = `data:image/png;base64,${(await png.file.bytes()).toBase64()}`;
  const kinds = ["say", "menu", "ask", "tool", "branch", "transfer", "record", "end"] as const;
  const { width, height, counts } = await looked(
    page,
    data,
    kinds.map((kind) => nodeKinds[kind].colours.light.wash),
  );
  expect([width, height]).toEqual([Math.round(paper.width * 2), Math.round(paper.height * 2)]);
  for (const [i, kind] of kinds.entries()) expect(counts[i], kind).toBeGreaterThan(5_000);
  expectQuiet(editor);
});

/** Expects nodes at the same relative places as on the screen, at any zoom. */
async function expectSame(page: Page, nodes: readonly DrawnPicture[]): Promise<void> {
  const names = { welcome: "Say welcome", main: "Menu main", bye: "End bye", voicemail: "Record voicemail" };
  const seen = await Promise.all(
    Object.entries(names).map(async ([id, name]) => {
      const { x, y, width } = (await node(page, name).boundingBox())!;
      return { drawn: nodes.find((each) => each.id === id)!, x, y, width };
    }),
  );
  const [first, ...rest] = seen;
  const zoom = first!.width / first!.drawn.width;
  for (const { drawn, x, y } of rest) {
    expect((x - first!.x) / zoom).toBeCloseTo(drawn.x - first!.drawn.x, -0.5);
    expect((y - first!.y) / zoom).toBeCloseTo(drawn.y - first!.drawn.y, -0.5);
  }
}

test("picture: a PNG has the colours of a dark page, and hostile names stay text", async () => {
  await using editor = await openEditor({ browser, server }, "", { colorScheme: "dark" });
  const { page } = editor;
  await editor.view("YAML");
  await page.getByRole("textbox", { name: /YAML/ }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(
    'start: a\nnodes:\n  a: {say: "<img src=x onerror=alert(1)>&#0;\u202e", next: "</text><script>"}\n',
  );
  await page.getByText("not saved", { exact: true }).waitFor();
  const { texts, marks } = pictureOf(await (await exported(editor, "SVG")).file.text());
  expect(texts.join(" ")).toContain("<img src=x onerror=alert(1)>&#0;\ufffd");
  expect(marks.map(({ id }) => id)).toContain("</text><script> is not there");
  const data = `data:image/png;base64,${(await (await exported(editor, "PNG")).file.bytes()).toBase64()}`;
  const { counts } = await looked(page, data, [
    nodeKinds.say.colours.dark.wash,
    nodeKinds.say.colours.light.wash,
  ]);
  expect(counts[0]).toBeGreaterThan(5_000);
  expect(counts[1]).toBe(0);

  await editor.press("Theme: auto");
  const light = `data:image/png;base64,${(await (await exported(editor, "PNG")).file.bytes()).toBase64()}`;
  expect((await looked(page, light, [nodeKinds.say.colours.light.wash])).counts[0]).toBeGreaterThan(5_000);
  expectQuiet(editor);
});
