// Browser harness: Chromium with a fake microphone, watched for script errors, policy violations and requests to other
// hosts. Audio is measured outside the page's own code, at its entry and exit.

import { expect } from "bun:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
];

export const fakeMicrophone = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];

/** Arguments for a microphone that plays this file once, from its opening on. */
export function microphonePlays(wav: string): readonly string[] {
  return [...fakeMicrophone, `--use-file-for-fake-audio-capture=${wav}%noloop`];
}

/** The browser that people use: for the long run, and for measurements. */
export const wholeChromium = "/usr/bin/chromium";
/** The same engine without windows, which takes half of the processor time. */
const shell = "/usr/bin/chromium-headless-shell";

export function launch(
  more: readonly string[] = [],
  executablePath = process.env["LONG"] === "1" ? wholeChromium : shell,
): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...flags, ...more] });
}

/** Loudness (root mean square, 0 to 1) at a time of `performance.now()`. */
export interface LevelSample {
  readonly at: number;
  readonly rms: number;
}

/** A message of the server with the time of its arrival. */
export interface ReceivedMessage {
  readonly at: number;
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface MeasuredVisit {
  /** Audio at the loudspeaker, and audio from the microphone. */
  readonly played: LevelSample[];
  readonly spoken: LevelSample[];
  readonly messages: ReceivedMessage[];
  /** Paths of the sockets that were opened. */
  readonly sockets: string[];
}

/** Set in the page by the init script, and by `keepStates`. */
declare global {
  var measured: MeasuredVisit;
  var states: string[];
}

export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Script errors, violations of the content security policy, and requests to other hosts. */
  readonly complaints: string[];
  /** Waits until the page shows this state of the call. */
  readonly state: (words: string | RegExp) => Promise<void>;
  readonly measured: () => Promise<MeasuredVisit>;
}

export async function open(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  /** Runs before anything is loaded. */
  prepare?: (page: Page) => Promise<void>,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const complaints = watch(page, new URL(url).host);
  await page.addInitScript(measure);
  await prepare?.(page);
  await page.goto(url);
  return {
    page,
    complaints,
    async state(words) {
      const wanted = typeof words === "string" ? new RegExp(`^${words}$`) : words;
      await page.locator("#state").filter({ hasText: wanted }).waitFor();
    },
    measured: () => page.evaluate(() => globalThis.measured),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

function watch(page: Page, host: string): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`script: ${error.message}`));
  page.on("console", (message) => {
    // The browser also logs refused upgrades and lost servers, which tests check by the page's own texts.
    const expected = /WebSocket connection to|Failed to load resource/.test(message.text());
    if (message.type() === "error" && !expected) complaints.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { protocol, host: asked } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && asked !== host) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

/** Runs in the page before its own scripts. */
function measure(): void {
  globalThis.measured = { played: [], spoken: [], messages: [], sockets: [] };
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`Policy: ${event.violatedDirective} ${event.blockedURI}`);
  });
  const listen = (source: AudioNode, into: { at: number; rms: number }[]): void => {
    const analyser = new AnalyserNode(source.context, { fftSize: 256 });
    const samples = new Float32Array(256);
    connect.call(source, analyser);
    setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      into.push({
        at: performance.now(),
        rms: Math.sqrt(samples.reduce((sum, it) => sum + it * it, 0) / 256),
      });
    }, 10);
  };
  // Distinguishes the microphone's stream from a peer's.
  const microphones = new WeakSet<MediaStream>();
  const devices = "mediaDevices" in navigator ? navigator.mediaDevices : undefined;
  const ask = devices?.getUserMedia.bind(devices);
  if (devices !== undefined && ask !== undefined) {
    devices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      microphones.add(stream);
      return stream;
    };
  }
  type Connect = (this: AudioNode, to: AudioNode) => AudioNode;
  const connect = Reflect.get(AudioNode.prototype, "connect") as Connect;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (to instanceof AudioDestinationNode) listen(this, globalThis.measured.played);
    if (this instanceof MediaStreamAudioSourceNode && microphones.has(this.mediaStream)) {
      listen(this, globalThis.measured.spoken);
    }
    return connect.call(this, to);
  } as typeof AudioNode.prototype.connect;
  const note = (data: unknown): void => {
    if (typeof data !== "string") return;
    const { type, data: inner } = JSON.parse(data) as ReceivedMessage;
    globalThis.measured.messages.push({ at: performance.now(), type, ...(inner && { data: inner }) });
  };
  const Native = WebSocket;
  globalThis.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      globalThis.measured.sockets.push(new URL(url).pathname);
      this.addEventListener("message", ({ data }) => note(data));
    }
  };
  const createDataChannel = Reflect.get(RTCPeerConnection.prototype, "createDataChannel") as (
    this: RTCPeerConnection,
    ...given: Parameters<RTCPeerConnection["createDataChannel"]>
  ) => RTCDataChannel;
  RTCPeerConnection.prototype.createDataChannel = function (this: RTCPeerConnection, ...given) {
    const channel = createDataChannel.apply(this, given);
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => note(data));
    return channel;
  };
}

/** Expects that the browser reported no errors. */
export function expectQuiet({ complaints }: WatchedPage): void {
  expect(complaints).toEqual([]);
}

/** Runs in the page: from now on `states` collects every displayed state of the call, however short. */
export function keepStates(): void {
  globalThis.states = [];
  const place = document.getElementById("state");
  if (place === null) throw new Error("The page does not say how the call is");
  const keep = (): void => void globalThis.states.push(place.textContent ?? "");
  new MutationObserver(keep).observe(place, { childList: true, characterData: true, subtree: true });
}
