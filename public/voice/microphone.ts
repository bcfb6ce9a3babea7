// Microphone: captures the caller's audio as blocks of PCM, and reports failures by reason.

import { MicrophoneSilence } from "./microphone-silence.ts";
import { SoundActivity } from "./sound-activity.ts";
import { loudness, toPcm } from "./wire-audio.ts";

export type MicrophoneProblem =
  /** The page is not a secure context, where browsers offer no microphone. */
  | "insecure"
  /** The person denied permission. */
  | "refused"
  /** The page is in a frame without permission for the microphone. */
  | "framed"
  /** No microphone was found. */
  | "missing"
  /** Another program uses the microphone. */
  | "busy"
  | "failed";

/** The reason in `problem`; the browser's own error is the `cause`. */
export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`No microphone: ${problem}`, { cause });
    this.problem = problem;
  }
}

export interface MicrophoneOptions {
  /** Undefined takes the browser's default. */
  readonly deviceId: string | undefined;
  /** Source of the worklet: the server's origin. */
  readonly origin: () => Promise<string>;
  /** 20 ms of PCM16 at the wire's rate. */
  readonly hear: (pcm: Int16Array<ArrayBuffer>) => void;
  /** The microphone was unplugged or taken by another program. */
  readonly lost: () => void;
  /** The microphone is silent, or gives sound again; `name` is the device's, and may be empty. */
  readonly silent: (isSilent: boolean, name: string) => void;
}

export class Microphone {
  readonly #context: AudioContext;
  readonly #stream: MediaStream;
  readonly #activity = new SoundActivity();
  readonly #silence = new MicrophoneSilence();
  readonly #silent: MicrophoneOptions["silent"];
  #isMuted = false;
  #level = 0;

  /** Asks for permission and starts capturing. Rejects with a `MicrophoneError`. */
  static async open(options: MicrophoneOptions): Promise<Microphone> {
    const stream = await ask(options.deviceId);
    const context = new AudioContext({ latencyHint: "interactive" });
    try {
      await context.audioWorklet.addModule(new URL("/pages/microphone-worklet.js", await options.origin()));
    } catch (error) {
      for (const track of stream.getTracks()) track.stop();
      await context.close();
      throw new MicrophoneError("failed", error);
    }
    void context.resume();
    return new Microphone(context, stream, options);
  }

  private constructor(context: AudioContext, stream: MediaStream, { hear, lost, silent }: MicrophoneOptions) {
    this.#context = context;
    this.#stream = stream;
    this.#silent = silent;
    const node = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      const now = performance.now();
      this.#level = loudness(data);
      this.#activity.hear(this.#level, now);
      if (!this.#isMuted && this.#silence.hear(this.#level, now)) this.#tellSilence();
      hear(toPcm(data));
    };
    context.createMediaStreamSource(stream).connect(node);
    for (const track of stream.getTracks()) track.addEventListener("ended", lost);
  }

  /** Loudness of the last 20 ms, 0 to 1. */
  get level(): number {
    return this.#level;
  }

  /** Time of the caller's last sound, on the axis of `performance.now()`. */
  get soundAt(): number | undefined {
    return this.#activity.soundAt;
  }

  /** The device's own id, for a list that marks the one in use. */
  get deviceId(): string | undefined {
    return this.#stream.getTracks()[0]?.getSettings().deviceId;
  }

  /** The audio track, for WebRTC, which sends it itself. */
  get track(): MediaStreamTrack | undefined {
    return this.#stream.getAudioTracks()[0];
  }

  /** Muted tracks deliver silence. */
  mute(muted: boolean): void {
    for (const track of this.#stream.getTracks()) track.enabled = !muted;
    this.#isMuted = muted;
    if (this.#silence.reset()) this.#tellSilence();
  }

  #tellSilence(): void {
    this.#silent(this.#silence.isSilent, this.track?.label ?? "");
  }

  async close(): Promise<void> {
    for (const track of this.#stream.getTracks()) track.stop();
    if (this.#context.state !== "closed") await this.#context.close();
  }
}

async function ask(deviceId: string | undefined): Promise<MediaStream> {
  const devices = "mediaDevices" in navigator ? navigator.mediaDevices : undefined;
  if (!isSecureContext || devices === undefined) throw new MicrophoneError("insecure");
  const audio = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    channelCount: 1,
    ...(deviceId === undefined ? {} : { deviceId: { exact: deviceId } }),
  };
  try {
    return await devices.getUserMedia({ audio });
  } catch (error) {
    throw new MicrophoneError(problemOf(error), error);
  }
}

function problemOf(error: unknown): MicrophoneProblem {
  switch (error instanceof Error ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return isForbiddenInFrame() ? "framed" : "refused";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "failed";
  }
}

/** Chromium and Safari tell a page in a frame what the page around it has not allowed. */
function isForbiddenInFrame(): boolean {
  const page = document as {
    readonly permissionsPolicy?: FeaturePolicy;
    readonly featurePolicy?: FeaturePolicy;
  };
  return (page.permissionsPolicy ?? page.featurePolicy)?.allowsFeature("microphone") === false;
}

interface FeaturePolicy {
  allowsFeature(name: string): boolean;
}

/** The available microphones. Empty before permission, because browsers hide the names until then. */
export async function microphones(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (!isSecureContext || !("mediaDevices" in navigator)) return [];
  const all = await navigator.mediaDevices.enumerateDevices();
  return all
    .filter(({ kind, label, deviceId }) => kind === "audioinput" && label !== "" && deviceId !== "default")
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}
