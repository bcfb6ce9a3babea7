// Network statistics: reads WebRTC statistics into figures, and explains in words why no path was found.

import type { NetworkFigures } from "./connection/connection.ts";

type Stat = Readonly<Record<string, unknown>> & { readonly type: string };

function all(report: RTCStatsReport): Stat[] {
  const stats: Stat[] = [];
  report.forEach((stat: Stat) => stats.push(stat));
  return stats;
}

const numberOf = (stat: Stat | undefined, name: string): number => {
  const value = stat?.[name];
  return typeof value === "number" ? value : 0;
};

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** The figures of an open connection. Names as in https://www.w3.org/TR/webrtc-stats/. */
export function figuresOf(report: RTCStatsReport): NetworkFigures {
  const stats = all(report);
  const inbound = stats.find(({ type, kind }) => type === "inbound-rtp" && kind === "audio");
  const pair = chosenPair(stats);
  const lost = Math.max(0, numberOf(inbound, "packetsLost"));
  const roundTrip = pair?.currentRoundTripTime;
  return {
    lost: share(lost, lost + numberOf(inbound, "packetsReceived")),
    jitterMs: numberOf(inbound, "jitter") * 1000,
    roundTripMs: typeof roundTrip === "number" ? roundTrip * 1000 : undefined,
    concealed: share(
      numberOf(inbound, "concealedSamples") - numberOf(inbound, "silentConcealedSamples"),
      numberOf(inbound, "totalSamplesReceived"),
    ),
    path: pathOf(stats, pair),
  };
}

function chosenPair(stats: readonly Stat[]): Stat | undefined {
  const transport = stats.find(({ type }) => type === "transport");
  return (
    stats.find(({ id }) => id !== undefined && id === transport?.selectedCandidatePairId) ??
    stats.find(
      ({ type, state, nominated }) => type === "candidate-pair" && state === "succeeded" && nominated,
    )
  );
}

function pathOf(stats: readonly Stat[], pair: Stat | undefined): string | undefined {
  if (pair === undefined) return undefined;
  const local = stats.find(({ id }) => id === pair.localCandidateId);
  const remote = stats.find(({ id }) => id === pair.remoteCandidateId);
  return `${text(local?.protocol)} ${text(local?.candidateType)} → ${text(remote?.candidateType)}`;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "?");

/** The result of one ICE candidate pair. */
export interface CandidatePairResult {
  /** Path such as "udp host → host 192.0.2.1:40000". */
  readonly path: string;
  readonly works: boolean;
  readonly roundTripMs: number | undefined;
}

/** All tried candidate pairs, each once, working ones first. */
export function candidatePairsOf(report: RTCStatsReport): readonly CandidatePairResult[] {
  const stats = all(report);
  const pairs = stats.filter(({ type }) => type === "candidate-pair");
  const byPath = new Map<string, CandidatePairResult>();
  for (const pair of pairs) {
    const remote = stats.find(({ id }) => id === pair.remoteCandidateId);
    const path = `${pathOf(stats, pair)} ${text(remote?.address)}:${numberOf(remote, "port")}`;
    const works = pair.state === "succeeded";
    if (byPath.get(path)?.works === true) continue;
    const roundTrip = pair.currentRoundTripTime;
    byPath.set(path, {
      path,
      works,
      roundTripMs: works && typeof roundTrip === "number" ? roundTrip * 1000 : undefined,
    });
  }
  return [...byPath.values()].sort((a, b) => Number(b.works) - Number(a.works));
}

/** Reason why an answered offer led to no connection, and a remedy, in words. */
export function whyNoPath(report: RTCStatsReport): string {
  const stats = all(report);
  const local = stats.filter(({ type }) => type === "local-candidate");
  const remote = stats.filter(({ type }) => type === "remote-candidate");
  const pairs = stats.filter(({ type }) => type === "candidate-pair");
  if (local.length === 0) {
    return "This browser offered no address. A policy or an extension may block WebRTC. Use WebSocket instead.";
  }
  if (local.every(({ protocol }) => protocol === "tcp") && pairs.length === 0) {
    return "A policy or an extension of this browser blocks UDP. Use WebSocket, or switch on TCP on the server (ICE_TCP=on).";
  }
  if (remote.length === 0) return "The server offered no address. All of its ICE_PORTS may be in use.";
  const answered = pairs.some((pair) => numberOf(pair, "responsesReceived") > 0);
  if (answered) {
    return "The server was reached, but the encrypted connection failed. Try again, or use WebSocket.";
  }
  const addresses = [...new Set(remote.map(({ address, ip }) => text(address ?? ip)))].join(", ");
  const hasRelay = local.some(({ candidateType }) => candidateType === "relay");
  const tried = hasRelay
    ? "Neither a direct connection nor one through the relay"
    : "The server has no relay (TURN_PROVIDER), so only direct connections were tried. None";
  return `${tried} reached the server at ${addresses}. A firewall may block UDP, or the server's public address is not set (ICE_ADVERTISED_IP). WebSocket works wherever this page loads.`;
}
