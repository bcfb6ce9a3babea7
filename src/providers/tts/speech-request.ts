// Speech request: sends a text to an HTTP server, and reads the audio of the answer while it arrives.

import type { Secret } from "../../base/secret.ts";
import {
  errorOfResponse,
  type FailingProvider,
  failure,
  type Scrub,
} from "../connection/provider-failure.ts";
import { readText } from "../connection/response-text.ts";
import { authorization } from "../connection/server-address.ts";
import { readChunks } from "../connection/server-sent-events.ts";
import { AudioBody } from "./audio-body.ts";
import type { SpeechOut } from "./speech-stream.ts";

export interface SpeechRequest {
  readonly of: FailingProvider;
  readonly url: URL;
  readonly key: Secret | undefined;
  /** An object is sent as JSON, a string unchanged. */
  readonly body: Readonly<Record<string, unknown>> | string;
  readonly scrub: Scrub;
  /** Rate of raw samples without a declared one, in samples a second; undefined for servers that send only WAV. */
  readonly rate: number | undefined;
}

/** A successful answer, not read yet. Throws a ProviderError for any other answer. */
export async function postSpeech(request: SpeechRequest, signal: AbortSignal): Promise<Response> {
  const { of, url, key, body, scrub } = request;
  const isText = typeof body === "string";
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": isText ? "text/plain; charset=utf-8" : "application/json",
      ...authorization(key),
    },
    body: isText ? body : JSON.stringify(body),
    signal,
    // A redirect to another host must not get the key.
    redirect: "manual",
  });
  if (response.ok) return response;
  const { status, headers } = response;
  throw errorOfResponse(of, { status, headers, body: await readText(response, signal) }, scrub);
}

/** Passes on the audio of an answer piece by piece. Throws ProviderErrors. */
export async function readSpeech(
  response: Response,
  { of, scrub, rate }: SpeechRequest,
  ...[out, signal]: [SpeechOut, AbortSignal]
): Promise<void> {
  const { status, headers, body } = response;
  const contentType = headers.get("Content-Type") ?? "";
  if (contentType.includes("json")) {
    throw errorOfResponse(of, { status, headers, body: await readText(response, signal) }, scrub);
  }
  if (body === null) throw failure(of, "transient", "stream", { message: "The voice sent no audio" });
  const audio = new AudioBody({ of, contentType, rate, pcm: (bytes, at) => out.pcm(bytes, at) });
  for await (const chunk of readChunks(body, signal)) audio.push(chunk);
  audio.end();
}
