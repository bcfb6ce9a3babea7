// Peer hearing: what the reports of a telephone say about the agent's audio there.

import { expect, test } from "bun:test";
import { PeerHearing } from "../../src/phone/peer-hearing.ts";

const report = (lost: number, jitter: number, lostPercent = 0) => ({ ssrc: 1, lost, jitter, lostPercent });

test("peer hearing counts each loss once, and keeps the worst jitter", () => {
  const counted: string[] = [];
  const hearing = new PeerHearing({
    lostThere: (packets) => void counted.push(`lost ${packets}`),
    jitterThere: (ms) => void counted.push(`jitter ${ms}`),
  });
  expect([hearing.read({ ntpMiddle: 1, reports: [] }, 8_000), hearing.summary]).toEqual([
    undefined,
    undefined,
  ]);
  expect(hearing.read({ ntpMiddle: undefined, reports: [report(3, 80, 5)] }, 8_000)).toBe(5);
  // Duplicates take losses back (RFC 3550, 6.4.1), which were counted already.
  expect(hearing.read({ ntpMiddle: undefined, reports: [report(2, 240), report(7, 160, 2)] }, 8_000)).toBe(2);
  expect(counted).toEqual(["lost 3", "jitter 10", "lost 0", "jitter 30", "lost 4", "jitter 20"]);
  expect(hearing.summary).toEqual({ lost: 7, jitter_ms: 30 });
});
