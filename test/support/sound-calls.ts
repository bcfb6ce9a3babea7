// Calls with recorded sounds: an account with a sound, a flow that plays it, and a measure of its likeness in a
// caller's audio.

import { expect } from "bun:test";
import { loudness } from "../../src/audio/frame.ts";
import { json } from "./json-request.ts";
import { answer, type Person } from "./people.ts";
import type { TestServer } from "./servers/served.ts";
import { soundFile, tone } from "./sound-file.ts";

export const seconds = 1;
/** Like a real recording: in stereo, at 44.1 kHz, much fainter than a voice. */
const recorded = tone({ rate: 44_100, seconds });
export const file = soundFile({
  rate: 44_100,
  channels: 2,
  samples: Int16Array.from(recorded.values().flatMap((each) => [each >> 3, each >> 3])),
});
/** Audible result. */
export const source = tone({ rate: 16_000, seconds });

export const flowSaying = (sound: string): string => `voice_flow: 1
id: desk
language: en
start: hello
variables: {nights: {type: number}}
defaults: {give_up: bye}
nodes:
  hello: {say: {sound: "${sound}", text: Hello. This is the desk.}, next: nights}
  nights: {ask: nights, say: How many nights?, next: bye}
  bye: {say: Bye., end: done}
`;

export interface StoredSound {
  readonly id: string;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
  }[];
}

export const store = (server: TestServer, { service }: Person, yaml_content: string): Promise<StoredSound> =>
  answer(server.ask("/v1/flows", json("POST", { name: "desk", yaml_content }, service)), 201);
export const put = (server: TestServer, { service }: Person, name: string, body: Uint8Array<ArrayBuffer>) =>
  server.ask(`/v1/sounds/${encodeURIComponent(name)}`, { method: "PUT", headers: service, body });
export const said = ({ diagnostics }: StoredSound): readonly string[] =>
  diagnostics.filter(({ code }) => code === "VF233").map(({ message }) => message);

/** A session's token, and its id. */
export async function begin(server: TestServer, { service }: Person, flowId: string) {
  const begun = await answer<{ session_token: string; session_id: string }>(
    server.ask("/v1/sessions", json("POST", { flow_id: flowId }, service)),
  );
  return { token: begun.session_token, id: begun.session_id };
}

/** Greatest likeness of two recordings at any delay, −1 to 1, and the level of the match in dB of full scale. */
function found(heard: Int16Array, wanted: Int16Array): { readonly likeness: number; readonly level: number } {
  const power = (pcm: Int16Array): number => loudness(pcm) ** 2 * pcm.length;
  const at = (delay: number, step: number): number => {
    let sum = 0;
    for (let i = 0; i < wanted.length; i += step) sum += (wanted[i] ?? 0) * (heard[i + delay] ?? 0);
    return sum;
  };
  let best = 0;
  let most = -Infinity;
  // Every seventh sample finds the position; all samples measure the likeness.
  for (let delay = 0; delay + wanted.length <= heard.length; delay++) {
    const sum = at(delay, 7);
    if (sum > most) [best, most] = [delay, sum];
  }
  const part = heard.subarray(best, best + wanted.length);
  const likeness = at(best, 1) / Math.sqrt(power(part) * power(wanted));
  return { likeness, level: 20 * Math.log10(loudness(part) / 32_768) };
}

export function expectFound(heard: Int16Array, wanted = source, likenessMin = 0.99): void {
  const { likeness, level } = found(heard, wanted);
  expect(likeness).toBeGreaterThan(likenessMin);
  expect(level).toBeGreaterThan(-20);
  expect(level).toBeLessThan(-18);
}
