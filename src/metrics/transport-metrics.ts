// Transport metrics: the fate of audio between clients and calls.

import type { Metrics } from "../base/metrics.ts";
import { drops, type TransportCounters } from "../transport/transport-counters.ts";
import type { Wire } from "../transport/wire.ts";

export function openTransportMetrics(
  metrics: Metrics,
  { lateIn }: Pick<TransportCounters, "lateIn">,
): TransportCounters {
  const dropped = metrics.counter("voice_flow_frames_dropped_total", {
    help: "Dropped 20 ms frames of callers: they came faster than allowed (overrun), or were too old when the agent began (early).",
    labels: [["why", drops]],
  });
  const lost = metrics.counter("voice_flow_rtp_lost_total", {
    help: "RTP packets of callers that were lost or late.",
  });
  const lostThere = metrics.counter("voice_flow_rtp_lost_there_total", {
    help: "RTP packets of agents that telephones report as lost.",
  });
  const jitterThere = metrics.histogram("voice_flow_rtp_jitter_there_seconds", {
    help: "Jitter of agents' RTP packets, as telephones report it.",
    buckets: [0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32],
  });
  const buffered = metrics.gauge("voice_flow_socket_buffer_bytes", {
    help: "Bytes of all connections that wait because clients do not read them.",
  });
  const wires = new Set<Pick<Wire, "bufferedBytes">>();
  metrics.measure(() => {
    let bytes = 0;
    for (const wire of wires) bytes += wire.bufferedBytes;
    buffered.at().set(bytes);
  });
  return {
    lateIn,
    dropped: (why, frames) => dropped.at(why).add(frames),
    lost: (packets) => lost.at().add(packets),
    lostThere: (packets) => lostThere.at().add(packets),
    jitterThere: (ms) => jitterThere.at().observe(ms / 1_000),
    opened(wire) {
      wires.add(wire);
      return { [Symbol.dispose]: () => void wires.delete(wire) };
    },
  };
}
