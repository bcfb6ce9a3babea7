// Telephone benchmark: the number of calls of a PBX that one core carries, with the server and its Worker on one CPU
// and telephones on the other, real voice detection and instant providers; the cost of strangers' INVITEs; the objects
// that a packet leaves to the collector; and the reading time of the worst of many broken packets.

import { type PacketGarbage, packetGarbage } from "./packet-garbage.ts";
import { freeUdpPort } from "../../support/callers/sip-phones.ts";
import { type PhonePacket, phoneEars, phonePackets } from "../../support/fuzz/phone-packets.ts";
import { startClient } from "../capacity/callers.ts";
import type { Claim } from "../capacity/claims.ts";
import { doubling } from "../capacity/climb.ts";
import { type ClimbResult, climbed, head, lateMsMax, type Load, rowOf } from "../capacity/load.ts";

const seconds = 12;
const within = 10;
const quickCalls = 5;
const codecs = ["pcma", "g722", "opus"] as const;
type Codec = (typeof codecs)[number];
/** INVITEs of strangers in a second. */
const strangers = 1_000;
const strangersCostMax = 0.03;
const spoilt = { all: 1_000_000, quick: 100_000, slowest: 200, tries: 5, seed: 5 } as const;
/** Objects of one packet: a copy of its audio, and views of its bytes. */
const objectsMax = 12;

/** Lateness of each packet against its timestamp, ms; null without packets. */
export interface PhoneLateness {
  readonly p50: number | null;
  readonly p99: number | null;
  readonly worst: number | null;
  /** Lateness of the callers' own audio, which is not the server's fault. */
  readonly callersLateP99: number;
  readonly setUpMs: number;
}

interface Measured {
  readonly calls: Readonly<Partial<Record<Codec, ClimbResult<PhoneLateness>>>>;
  /** Figures of a few calls without strangers and with them. */
  readonly knocked: readonly [
    alone: Load<PhoneLateness> | undefined,
    beside: Load<PhoneLateness> | undefined,
  ];
  readonly garbage: readonly PacketGarbage[];
  readonly slowestMs: number;
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Measured> {
  const climb = async (steps: Iterable<number>, codec: Codec, knocking = 0) => {
    const pbx = await freeUdpPort();
    return await climbed<PhoneLateness>(steps, {
      seconds,
      within,
      env: { PBX_PORT: String(pbx) },
      start: (_, calls) =>
        startClient("phone/phone-client.ts", { pbx, codec, calls, seconds, strangers: knocking }),
      tell: (load) => tell(rowOf(load, `${load.heard.setUpMs.toFixed(1)} ms`.padStart(10))),
    });
  };
  const calls: Partial<Record<Codec, ClimbResult<PhoneLateness>>> = {};
  for (const codec of isQuick ? (["pcma"] as const) : codecs) {
    tell(`  ${codec}`);
    tell(head("to answer "));
    const found = (calls[codec] = await climb(isQuick ? [quickCalls] : doubling(25), codec));
    tell(`  ${found.callsMax ?? "?"} calls a core with 99 % of the packets less than ${lateMsMax} ms late`);
  }
  tell(`  ${quickCalls} calls, without and with ${strangers} INVITEs of strangers a second`);
  const [without] = (await climb([quickCalls], "pcma")).steps;
  const [knocked] = (await climb([quickCalls], "pcma", strangers)).steps;
  const costs = costOf([without, knocked]);
  tell(`  strangers cost ${(costs * 100).toFixed(1)} % of the core, ${(costs * 1_000).toFixed(0)} µs each`);
  const garbage: PacketGarbage[] = [];
  for (const codec of codecs) garbage.push(...(await packetGarbage(codec)));
  for (const { codec, way, objects, cpuUs } of garbage)
    tell(
      `  a packet of ${codec} ${way} leaves ${objects.toFixed(0)} objects and takes ${cpuUs.toFixed(1)} µs`,
    );
  const count = isQuick ? spoilt.quick : spoilt.all;
  const slowestMs = slowestOf(count);
  tell(`  slowest of ${count} spoilt packets of SIP, SDP, RTP and RTCP: ${slowestMs.toFixed(2)} ms`);
  return { calls, knocked: [without, knocked], garbage, slowestMs };
}

/** Shares of the core. */
const costOf = ([alone, beside]: Measured["knocked"]): number =>
  (beside?.cpu ?? Number.NaN) - (alone?.cpu ?? Number.NaN);

export const claims = ({ calls, knocked, garbage, slowestMs }: Measured): readonly Claim[] => [
  [`${quickCalls} calls are carried`, (calls.pcma?.callsMax ?? 0) >= quickCalls],
  [
    `${strangers} INVITEs of strangers a second cost at most 3 % of a core`,
    costOf(knocked) <= strangersCostMax,
  ],
  [`a packet leaves at most ${objectsMax} objects`, garbage.every(({ objects }) => objects <= objectsMax)],
  ["no packet is read for longer than 1 ms", slowestMs <= 1],
];

/** Other programs interrupt single readings: the slowest packets are read again, and the best time counts. */
function slowestOf(count: number): number {
  const hear = phoneEars();
  let slowest: { readonly packet: PhonePacket; readonly ms: number }[] = [];
  const keepSlowest = (): void => {
    slowest = slowest.toSorted((a, b) => b.ms - a.ms).slice(0, spoilt.slowest);
  };
  for (const packet of phonePackets(spoilt.seed, count)) {
    slowest.push({ packet, ms: msOf(hear, packet) });
    if (slowest.length > 10 * spoilt.slowest) keepSlowest();
  }
  keepSlowest();
  const best = slowest.map(({ packet }) =>
    Math.min(...Array.from({ length: spoilt.tries }, () => msOf(phoneEars(), packet))),
  );
  return Math.max(...best);
}

function msOf(hear: (packet: PhonePacket) => void, packet: PhonePacket): number {
  const from = performance.now();
  hear(packet);
  return performance.now() - from;
}
