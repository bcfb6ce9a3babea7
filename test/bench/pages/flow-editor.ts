// Flow editor benchmark: the page's size in a browser, its load time, and the smoothness of panning, zooming and
// dragging a large flow.

import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { Binary } from "../../support/servers/binary.ts";
import { launch, open, wholeChromium } from "../../support/browser/browser.ts";
import { pageServer } from "../../support/servers/page-server.ts";
import { type Figure, FigureList, type Figures } from "../figures.ts";
import { quantile } from "../pinned.ts";

const nodes = 300;
const rounds = 5;
const slowFrameMs = 50;
/** Steps of a gesture, one a frame. */
const steps = 120;

export { claimsOf as claims } from "../figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  await using built = existsSync("dist/voice-flow") ? await Binary.open() : undefined;
  if (built !== undefined) process.env.VOICE_FLOW_BINARY ??= built.path;
  tell(`  ${process.env.VOICE_FLOW_BINARY === undefined ? "from the sources" : "from the executable"}`);
  await using server = await pageServer({ SPEECH: "off" });
  const browser = await launch([], wholeChromium);
  const list = new FigureList(tell);
  try {
    const url = new URL("/flow-editor", server.url).href;
    list.add(...(await loading(browser, url, isQuick ? 2 : rounds)));
    await moving(browser, url, list);
  } finally {
    await browser.close();
  }
  return list;
}

interface Load {
  readonly kilobytes: number;
  readonly paintMs: number;
  readonly shownMs: number;
}

/** Each load has an empty cache. */
async function loading(browser: Browser, url: string, times: number): Promise<readonly Figure[]> {
  const loads: Load[] = [];
  for (let i = 0; i < times; i++) {
    await using watched = await open(browser, url);
    await watched.page.locator(".react-flow__node").first().waitFor();
    loads.push(await watched.page.evaluate(load));
  }
  const value = (of: (load: Load) => number): number =>
    quantile(
      loads.map(of).toSorted((a, b) => a - b),
      0.5,
    );
  return [
    { of: "page, as it is sent (gzip)", value: value(({ kilobytes }) => kilobytes), unit: "kB", atMost: 400 },
    { of: "first paint", value: value(({ paintMs }) => paintMs), unit: "ms", atMost: 530 },
    { of: "first flow is drawn", value: value(({ shownMs }) => shownMs), unit: "ms", atMost: 600 },
  ];
}

/** Runs in the page. */
function load(): Load {
  const [page] = performance.getEntriesByType("navigation");
  const all = [page, ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[];
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return {
    kilobytes: all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
    paintMs: paint?.startTime ?? Number.NaN,
    shownMs: performance.now(),
  };
}

async function moving(browser: Browser, url: string, list: FigureList): Promise<void> {
  const gesture = async (of: string, act: (step: number) => Promise<void>): Promise<void> =>
    list.add(...(await framesOf(page, of, act)));
  await using watched = await open(browser, url);
  const { page } = watched;
  await page.getByRole("button", { name: "Open…" }).click();
  const from = performance.now();
  await page.getByLabel("File of a flow").setInputFiles({
    name: "large.flow.yaml",
    mimeType: "application/yaml",
    buffer: Buffer.from(largeFlow(nodes)),
  });
  await page.locator('.react-flow__node[data-id="n0"]').waitFor({ state: "attached" });
  list.add({
    of: `${nodes} nodes, from file to picture`,
    value: performance.now() - from,
    unit: "ms",
    atMost: 500,
  });
  await page.waitForTimeout(1_500);
  const box = (await page.locator(".react-flow").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const toMiddle = (): Promise<void> => page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const showAll = async (): Promise<void> => {
    await page.getByRole("button", { name: "Fit to view" }).click();
    await toMiddle();
    await page.waitForTimeout(1_000);
  };
  await toMiddle();
  await gesture("pan", (i) => wheel(page, { dx: 9 * Math.sin(i / 9), dy: 18 * Math.cos(i / 20) }));
  await gesture("zoom in", (i) => wheel(page, { ctrl: true, dy: -6 - (i % 3) }));
  await showAll();
  await gesture("zoom in from all", () => wheel(page, { ctrl: true, dy: -6 }));
  await showAll();
  await gesture("pan, all in sight", (i) => wheel(page, { dx: 16 * Math.sin(i / 9), dy: 4 }));
  await page.keyboard.press("Home");
  await page.waitForTimeout(1_000);
  const node = await page.locator('.react-flow__node[data-id="n0"]').boundingBox();
  if (node === null) throw new Error("There is no node to drag");
  await page.mouse.move(node.x + node.width / 2, node.y + node.height / 3);
  await page.mouse.down();
  await gesture("drag a node", (i) => page.mouse.move(node.x + i, node.y + 40 * Math.sin(i / 12)));
  await page.mouse.up();
  await page.getByText("not saved", { exact: true }).waitFor();
}

interface Turn {
  readonly dx?: number;
  readonly dy: number;
  readonly ctrl?: boolean;
}

async function wheel(page: Page, { dx = 0, dy, ctrl = false }: Turn): Promise<void> {
  if (ctrl) await page.keyboard.down("Control");
  await page.mouse.wheel(dx, dy);
  if (ctrl) await page.keyboard.up("Control");
}

/**
 * Times between frames in the page. Also the longest task of the page's own thread, which other work on this machine
 * does not lengthen.
 */
async function framesOf(
  page: Page,
  of: string,
  act: (step: number) => Promise<void>,
): Promise<readonly Figure[]> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["toplevel"] });
  await page.evaluate(watchFrames);
  for (let i = 0; i < steps; i++) await act(i);
  const frames = (await page.evaluate(() => globalThis.frames_)).toSorted((a, b) => a - b);
  const work = longestWorkMs((await browser?.stopTracing())?.toString() ?? "");
  const slow = frames.filter((ms) => ms > slowFrameMs).length;
  const note = `${slow} of ${frames.length} over ${slowFrameMs} ms, median ${quantile(frames, 0.5).toFixed(0)} ms`;
  return [
    { of: `${of}: longest frame`, value: frames.at(-1) ?? NaN, unit: "ms", note, atMost: 33 },
    { of: `${of}: longest work of the page`, value: work, unit: "ms" },
  ];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Thread's own time, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

function longestWorkMs(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter((each) => each.ph === "X" && main.has(threadOf(each)));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

declare global {
  var frames_: number[];
}

/** Runs in the page. */
function watchFrames(): void {
  const frames: number[] = [];
  globalThis.frames_ = frames;
  let last = performance.now();
  const next = (now: number): void => {
    if (globalThis.frames_ !== frames) return;
    frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
}

/** Number of nodes that branch into two others; each of the last ones begins a row of its own. */
const branching = 7;

/** Branches, then rows of sentences, questions and tools with two edges. */
function largeFlow(count: number): string {
  const end = count - 1;
  const kinds = [
    (i: number, next: string) =>
      `{say: "This is sentence number ${i}, which is about as long as others.", next: ${next}}`,
    (i: number, next: string) =>
      `{ask: answer, next: ${next}, give_up: n${Math.max(branching, i - branching - 1)}}`,
    (i: number, next: string) => `{tool: look, next: ${next}, on_error: n${Math.min(end, i + 3)}}`,
  ];
  const lines = Array.from({ length: end }, (_, i) => {
    if (i < branching)
      return `  n${i}: {next: [{if: answer > ${i}, goto: n${2 * i + 1}}, {else: n${2 * i + 2}}]}`;
    return `  n${i}: ${kinds[i % kinds.length]?.(i, `n${Math.min(end, i + branching + 1)}`)}`;
  });
  return [
    "voice_flow: 1\nid: large\nname: Large\nlanguage: en\nstart: n0",
    "variables:\n  answer: {type: number, ask: How many?}",
    "tools:\n  look: {http: GET https://example.com/}",
    `nodes:\n${lines.join("\n")}\n  n${end}: {end: done}\n`,
  ].join("\n");
}
