// Network check: tests the ICE paths to the server without a call, directly and through the relay.

import { type CandidatePairResult, candidatePairsOf, whyNoPath } from "./network.ts";
import { iceServers } from "./connection/webrtc-connection.ts";
import { accessOfPage, type CallAccess, headersOf } from "./call-access.ts";
import { problemOf, unreachable } from "./call-refusal.ts";

export interface PathResult {
  readonly name: "direct" | "relay";
  readonly works: boolean;
  readonly pairs: readonly CandidatePairResult[];
  /** Reason of the failure, and a remedy. */
  readonly why: string | undefined;
}

/** Timeout for gathering ICE candidates; an unreachable relay would take longer. */
const gatherMsMax = 4_000;
const connectMsMax = 8_000;
/** Wait for further candidate pairs after the first one works, in milliseconds. */
const othersMs = 500;
/** Polling interval. */
const pollMs = 50;

/** The result for each path that can be tried. Never rejects. */
export async function checkNetwork(token: string | undefined): Promise<readonly PathResult[]> {
  const access = accessOfPage(token);
  const servers = await iceServers(access);
  const results = [await tryPath("direct", { iceServers: servers.filter((it) => !isRelay(it)) }, access)];
  if (servers.some(isRelay)) {
    results.push(await tryPath("relay", { iceServers: servers, iceTransportPolicy: "relay" }, access));
  }
  return results;
}

function isRelay({ urls }: RTCIceServer): boolean {
  return [urls].flat().some((url) => url.startsWith("turn"));
}

async function tryPath(
  name: PathResult["name"],
  configuration: RTCConfiguration,
  access: CallAccess,
): Promise<PathResult> {
  const failed = (why: string): PathResult => ({ name, works: false, pairs: [], why });
  if (!("RTCPeerConnection" in globalThis)) return failed("This browser has no WebRTC. Use WebSocket.");
  const peer = new RTCPeerConnection(configuration);
  try {
    peer.createDataChannel("check");
    peer.addTransceiver("audio", { direction: "recvonly" });
    await peer.setLocalDescription();
    await waitUntil(() => peer.iceGatheringState === "complete", gatherMsMax);
    const sdp = peer.localDescription?.sdp ?? "";
    if (name === "relay" && !sdp.includes("typ relay")) {
      return failed(
        "The relay did not answer or refused its credentials. Check TURN_URLS, TURN_SECRET and the relay's log.",
      );
    }
    const response = await ask(sdp, access);
    if (!response.ok)
      return failed((await problemOf(response))?.detail ?? `The server answered ${response.status}.`);
    const answer = (await response.json()) as { readonly sdp: string };
    await peer.setRemoteDescription({ type: "answer", sdp: answer.sdp });
    const settled = (): boolean => peer.connectionState === "connected" || peer.connectionState === "failed";
    await waitUntil(settled, connectMsMax);
    const works = peer.connectionState === "connected";
    if (works) await pause(othersMs);
    const stats = await peer.getStats();
    return { name, works, pairs: candidatePairsOf(stats), why: works ? undefined : whyNoPath(stats) };
  } catch {
    return failed(`The server did not answer. ${unreachable.detail}`);
  } finally {
    peer.close();
  }
}

function ask(sdp: string, access: CallAccess): Promise<Response> {
  return fetch(new URL("/ice-check", access.origin), {
    method: "POST",
    headers: { "content-type": "application/json", ...headersOf(access) },
    body: JSON.stringify({ sdp, type: "offer" }),
    signal: AbortSignal.timeout(connectMsMax),
  });
}

/** Resolves when the condition holds, or after the timeout. */
async function waitUntil(isSo: () => boolean, msMax: number): Promise<void> {
  const deadline = performance.now() + msMax;
  while (!isSo() && performance.now() < deadline) await pause(pollMs);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
