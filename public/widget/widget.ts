// Widget: `<script src="https://HOST/widget.js" data-token="…">` puts a button into a page of any origin; the button
// starts a call with the agent of that embed. The script needs no key, no style of the page, and no permission except
// to load from HOST. It also works as a module, loaded late or added by another script; `VoiceFlow.add(options)` takes
// the attributes as options.

import { button } from "../page/dom.ts";
import { absentFrom, type AgentBrand, fetchBrand, setAccent } from "./agent-brand.ts";
import { panelIcon } from "./panel-icons.ts";
import { panelStyle } from "./panel-style.ts";
import { TalkPanel } from "./talk-panel.ts";
import { attributeMistakes, tokenIn } from "./attribute-mistakes.ts";
import type { Embed } from "./visitor-session.ts";
import { WidgetWords, wordNames } from "./widget-words.ts";

export interface WidgetOptions {
  /** Token of an embed. */
  readonly token: string;
  /** The server, such as https://voice.example; default: the server that this script came from. */
  readonly server?: string | undefined;
  /** The id of the embed's flow; a call with another flow is refused. */
  readonly flow?: string | undefined;
  /** Text of the button; also the agent's name above the conversation. */
  readonly label?: string | undefined;
  readonly name?: string | undefined;
  readonly side?: "left" | "right" | undefined;
  /** Language of the widget's texts, such as "de"; default: the page's. */
  readonly language?: string | undefined;
  /** Address of the agent's picture; the page's policy must allow it. */
  readonly picture?: string | undefined;
  /** Text under the name, before the call. */
  readonly greeting?: string | undefined;
  /** Colour of buttons and rings, such as #1a7f5a, unless a style sheet of the page sets --voice-flow-accent. */
  readonly colour?: string | undefined;
  /** Texts in place of the widget's own, by their names. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** Visitor data of the page; it fills the flow's variables. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

export interface Widget {
  /** Shows the panel and starts a call. Call it while a click or a key is handled. */
  open(): void;
  /** Hangs up and hides the panel. */
  close(): void;
  /** Removes the widget from the page. */
  remove(): void;
}

declare global {
  var VoiceFlow: { readonly add: (options: WidgetOptions) => Widget } | undefined;
  /** Scripts that already have their button. State of the page, since each script runs this file again. */
  var voiceFlowScripts: WeakSet<HTMLScriptElement> | undefined;
}

/** Scripts of this file, found by their address, because a module is not the current script. */
const scripts = (): readonly HTMLScriptElement[] =>
  [...document.querySelectorAll<HTMLScriptElement>("script[src]")].filter(
    ({ src }) => URL.parse(src)?.pathname.endsWith("/widget.js") === true,
  );
const done = (globalThis.voiceFlowScripts ??= new WeakSet());

globalThis.VoiceFlow ??= { add };
if (document.body === null) document.addEventListener("DOMContentLoaded", addAll, { once: true });
else addAll();

function addAll(): void {
  for (const script of scripts()) {
    if (done.has(script) || script.dataset["token"] === undefined) continue;
    done.add(script);
    try {
      const options = optionsOf(script);
      for (const mistake of attributeMistakes(script.dataset, wordNames, options.texts))
        reportError(new Error(`Voice Flow: ${mistake}`));
      add(options);
    } catch (error) {
      // The page's author reads the error, and the other scripts still get their buttons.
      reportError(error);
    }
  }
}

function optionsOf({ src, dataset }: HTMLScriptElement): WidgetOptions {
  const {
    token = "",
    flow,
    label,
    name,
    side,
    language,
    picture,
    greeting,
    colour,
    texts,
    context,
  } = dataset;
  return {
    token: tokenIn(token),
    server: new URL(src).origin,
    flow,
    label,
    name,
    side: side === "left" ? "left" : "right",
    language,
    picture,
    greeting,
    colour,
    texts: jsonOf("data-texts", texts) as Record<string, string> | undefined,
    context: jsonOf("data-context", context),
  };
}

function jsonOf(name: string, text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new Error(`Voice Flow: ${name} must be a JSON object, such as {"first_name": "Ada"}.`);
}

function add(options: WidgetOptions): Widget {
  const { token, flow, context, side = "right", language = document.documentElement.lang } = options;
  const server = options.server ?? scripts()[0]?.src;
  if (server === undefined)
    throw new Error("Voice Flow: give the server's URL, such as https://voice.example.");
  const words = new WidgetWords(language, options.texts);
  const { label = words.of("label"), name = options.label, picture, greeting, colour } = options;
  const host = hostOf({ side, language, name: name ?? label });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [panelStyle()];
  const hide = (): void => {
    panel.element.hidden = true;
    launch.hidden = false;
    delete host.dataset["open"];
    launch.focus();
  };
  const embed = { origin: new URL(server).origin, token, flow, context };
  const panel = new TalkPanel({ embed, title: name ?? label, words, close: hide });
  const show = (): void => {
    launch.hidden = true;
    panel.element.hidden = false;
    host.dataset["open"] = "";
  };
  const open = (): void => {
    show();
    panel.talk();
    panel.focus();
  };
  const launch = button(label, "main launch", open);
  launch.prepend(panelIcon("talk"));
  panel.element.hidden = true;
  root.append(launch, panel.element);
  const place = (): void => {
    document.body.append(host);
    pile(side);
    applyBrand({ panel, host, embed }, { name, picture, greeting, colour });
  };
  // A script in the head of the page may add the widget before the body exists.
  if (document.body === null) document.addEventListener("DOMContentLoaded", place, { once: true });
  else place();
  const leave = (): void => panel.leave();
  // A visitor who opens another page of the site, or reloads this one, is still in the call.
  const goOn = (): void => {
    if (panel.goOn()) show();
  };
  const back = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) goOn();
  };
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", back);
  goOn();
  return {
    open,
    close() {
      panel.hangUp();
      hide();
    },
    remove() {
      panel.hangUp();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", back);
      document.removeEventListener("DOMContentLoaded", place);
      host.remove();
      pile(side);
    },
  };
}

interface BrandedParts {
  readonly panel: TalkPanel;
  readonly host: HTMLElement;
  readonly embed: Embed;
}

/** Shows the brand of the page's options, with the embed's own for absent parts. */
function applyBrand({ panel, host, embed }: BrandedParts, given: AgentBrand): void {
  const show = (brand: AgentBrand): void => {
    panel.showBrand(brand);
    setAccent(host, brand.colour);
    if (brand.name !== undefined) host.ariaLabel = brand.name;
  };
  show(given);
  void fetchBrand(embed.origin, embed.token).then((brand) => show(absentFrom(given, brand)));
}

interface HostLook {
  readonly side: string;
  readonly language: string;
  readonly name: string;
}

/** The widget's element in the page: a landmark for screen readers. */
function hostOf({ side, language, name }: HostLook): HTMLElement {
  const host = document.createElement("voice-flow-talk");
  host.dataset["place"] = "corner";
  host.dataset["side"] = side;
  if (language !== "") host.lang = language;
  host.role = "complementary";
  host.ariaLabel = name;
  return host;
}

/** Stacks the buttons of one side, including those of another copy of this script. */
function pile(side: string): void {
  const hosts = document.querySelectorAll<HTMLElement>(
    `voice-flow-talk[data-place="corner"][data-side="${side}"]`,
  );
  for (const [below, host] of hosts.entries()) host.style.setProperty("--below", String(below));
}
