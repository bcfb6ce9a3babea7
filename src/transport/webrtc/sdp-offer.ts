// SDP offer: prepares a caller's offer (RFC 8866) for the library. One audio section listens and one speaks, mostly
// the same; candidates are taken out, because they are counted like later ones.

import { sharesCodec } from "./sdp-answer.ts";

/** Places of audio sections in the offer, counted from 0. */
export interface AudioLines {
  /** Section whose audio the agent hears; undefined: the caller sends none. */
  readonly hears: number | undefined;
  /** Section of the agent's audio; undefined: the caller wants none. */
  readonly speaks: number | undefined;
}

export interface BareOffer {
  /** Without candidates. */
  readonly sdp: string;
  /** Each with the index of its section, from 0. */
  readonly candidates: readonly { readonly candidate: string; readonly sdpMLineIndex: number }[];
}

/** Candidate lines examined; browsers write the same ten in each section. */
const candidatesMax = 100;

/**
 * Takes the candidates out in one pass: an offer may be nearly nothing else. The end of candidates is dropped too:
 * the library would give up before the peer's own checks show its address.
 */
export function takeCandidates(offer: string): BareOffer {
  const candidates: { candidate: string; sdpMLineIndex: number }[] = [];
  let sdpMLineIndex = -1;
  const rest = offer.split("\n").filter((line) => {
    if (line.startsWith("m=")) sdpMLineIndex++;
    if (!line.startsWith("a=candidate:")) return !line.startsWith("a=end-of-candidates");
    if (candidates.length < candidatesMax)
      candidates.push({ candidate: line.slice(2).trim(), sdpMLineIndex });
    return false;
  });
  const sdp = rest.join("\n");
  return { sdp: sdp.endsWith("\n") ? sdp : `${sdp}\n`, candidates };
}

/** Chooses the audio sections. `before`: result of an earlier offer, whose sections are kept. */
export function chooseAudio(
  offer: string,
  before: AudioLines,
): { readonly sdp: string; readonly audio: AudioLines } {
  const [session = "", ...sections] = offer.split(/^(?=m=)/m);
  const audio = chosen(
    sections.map((section) => directionOf(section, session)),
    before,
  );
  const taken = new Set([audio.hears, audio.speaks, before.hears, before.speaks]);
  const changed = sections.map((section, i) => {
    if (!section.startsWith("m=audio ")) return section;
    return taken.has(i) ? withDirection(section, session) : refused(section);
  });
  return { sdp: session + changed.join(""), audio };
}

type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";

/** Direction of a section that can carry a call, from its sender's view: both ways by default (RFC 8866, 6.7). */
function directionOf(section: string, session: string): Direction | undefined {
  if (!/^m=audio [1-9]\d* /.test(section) || !sharesCodec(section)) return undefined;
  return writtenDirection(section) ?? writtenDirection(session) ?? "sendrecv";
}

const directionLine = /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m;

function writtenDirection(text: string): Direction | undefined {
  return directionLine.exec(text)?.[1] as Direction | undefined;
}

function chosen(directions: readonly (Direction | undefined)[], before: AudioLines): AudioLines {
  const best = (way: Direction, was: number | undefined): number | undefined => {
    const goes = (it: Direction | undefined): boolean => it === "sendrecv" || it === way;
    if (was !== undefined && goes(directions[was])) return was;
    return [directions.indexOf("sendrecv"), directions.findIndex(goes)].find((at) => at >= 0);
  };
  const hears = best("sendonly", before.hears);
  const speaks = best("recvonly", before.speaks);
  if (hears !== undefined || speaks !== undefined) return { hears, speaks };
  // All sections are on hold; one must stay, so that it can resume.
  const usable = directions.flatMap((direction, at) => (direction === undefined ? [] : [at]));
  const resting = [before.hears, before.speaks].find((at) => at !== undefined && usable.includes(at));
  return { hears: resting ?? usable[0], speaks: undefined };
}

/** The library takes silence about the direction for "inactive". */
function withDirection(section: string, session: string): string {
  if (directionLine.test(section)) return section;
  // Uses the line ending of the other lines: the library takes one for the whole offer.
  const end = section.includes("\r\n") ? "\r\n" : "\n";
  return `${section.trimEnd()}${end}a=${writtenDirection(session) ?? "sendrecv"}${end}`;
}

/** With port 0 it is answered like that (RFC 3264, 6). */
function refused(section: string): string {
  return section.replace(/^m=audio \d+/, "m=audio 0").replaceAll(/^a=bundle-only(?:\r?\n|$)/gm, "");
}
