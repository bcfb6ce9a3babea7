// Agent brand: name, picture, colour and greeting from the settings of an embed, and a readable form of the colour.

export interface AgentBrand {
  readonly name?: string | undefined;
  /** Address of a picture, or a data URL. */
  readonly picture?: string | undefined;
  /** Colour such as #1a7f5a; other values are ignored. */
  readonly colour?: string | undefined;
  readonly greeting?: string | undefined;
}

/** Longest wait for a brand in milliseconds; the panel works without one. */
const answerMsMax = 10_000;

/** The brand of an embed; empty if the server has none or does not answer. */
export async function fetchBrand(origin: string, token: string): Promise<AgentBrand> {
  try {
    const url = new URL(`/v1/embeds/${encodeURIComponent(token)}/brand`, origin);
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMsMax) });
    return response.ok ? brandIn((await response.json()) as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** Only texts are read: a proxy may answer in the server's place. */
export function brandIn(given: Readonly<Record<string, unknown>>): AgentBrand {
  const text = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return {
    name: text("agent_name"),
    picture: text("picture"),
    colour: text("colour"),
    greeting: text("greeting"),
  };
}

/** Parts of a brand that `given` lacks. */
export function absentFrom(given: AgentBrand, { name, picture, colour, greeting }: AgentBrand): AgentBrand {
  return {
    ...(given.name === undefined && { name }),
    ...(given.picture === undefined && { picture }),
    ...(given.colour === undefined && { colour }),
    ...(given.greeting === undefined && { greeting }),
  };
}

type Channels = readonly [red: number, green: number, blue: number];

/** Backgrounds of the panel in light and in dark, as in `public/page/tokens.css`. */
const grounds = { light: "#ffffff", dark: "#191d20" } as const;
const inks = { light: "#ffffff", dark: "#000000" } as const;
/** Contrast that buttons, rings and outlines need on their background (WCAG 1.4.11). */
const shapeContrastMin = 3;
const steps = 20;

/**
 * Values of the panel's variables for a colour; undefined for what is none.
 * @internal
 */
export function accentOf(colour: string): { readonly accent: string; readonly onAccent: string } | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return undefined;
  const [light, dark] = [readableOn(colour, grounds.light), readableOn(colour, grounds.dark)];
  return {
    accent: `light-dark(${light}, ${dark})`,
    onAccent: `light-dark(${inkOn(light)}, ${inkOn(dark)})`,
  };
}

/**
 * The colour itself where it stands out from its ground; else mixed with black or white until it does.
 * @internal
 */
export function readableOn(colour: string, ground: string): string {
  const [from, to] = [channelsOf(colour), luminanceOf(ground) > 0.5 ? black : white];
  for (let step = 0; step < steps; step++) {
    const mixed = textOf(mixOf(from, to, step / steps));
    if (contrastOf(mixed, ground) >= shapeContrastMin) return mixed;
  }
  return textOf(to);
}

/**
 * Ink that is read better on a colour, the light one or the dark one.
 * @internal
 */
export function inkOn(colour: string): string {
  return contrastOf(inks.light, colour) >= contrastOf(inks.dark, colour) ? inks.light : inks.dark;
}

/**
 * Contrast of two colours, 1 to 21 (WCAG 2).
 * @internal
 */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const black: Channels = [0, 0, 0];
const white: Channels = [255, 255, 255];

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (colour: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];

/** The second colour is a grey: one of its channels has the value of all three. */
const mixOf = ([red, green, blue]: Channels, [to]: Channels, share: number): Channels => [
  Math.round(red + (to - red) * share),
  Math.round(green + (to - green) * share),
  Math.round(blue + (to - blue) * share),
];

const textOf = (channels: Channels): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** Gives an element the colour, unless a style sheet of the page does. */
export function setAccent(host: HTMLElement, colour: string | undefined): void {
  const values = colour === undefined ? undefined : accentOf(colour);
  if (values === undefined || getComputedStyle(host).getPropertyValue("--voice-flow-accent") !== "") return;
  host.style.setProperty("--voice-flow-accent", values.accent);
  host.style.setProperty("--voice-flow-on-accent", values.onAccent);
}
