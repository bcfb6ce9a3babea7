// Jitter buffer: under the faults of a network it returns every packet that came in time, in order, and no more.

import { describe, expect, test } from "bun:test";
import {
  type JitterBufferOutput,
  JitterBuffer,
  type RtpPacket,
} from "../../../src/transport/rtp/jitter-buffer.ts";
import { random, seedOf } from "../../support/random.ts";

const packet = (sequence: number): RtpPacket => ({
  sequence: sequence & 0xffff,
  timestamp: (sequence * 960) >>> 0,
  payloadType: 111,
  payload: Uint8Array.of(sequence & 0xff),
});

/** "7 lost:2 10" */
const shown = (pieces: readonly JitterBufferOutput[]): string =>
  pieces.map((it) => (it.type === "packet" ? `${it.packet.sequence}` : `lost:${it.count}`)).join(" ");

describe("reorder", () => {
  test("a packet in order passes at once", () => {
    const reorder = new JitterBuffer();
    expect([7, 8, 9].map((n, i) => shown(reorder.push(packet(n), i * 20)))).toEqual(["7", "8", "9"]);
  });

  test("a gap is waited for 10 ms longer than the slowest packet took, and no longer", () => {
    const reorder = new JitterBuffer();
    reorder.push(packet(1), 0);
    reorder.push(packet(3), 1_000);
    expect(shown(reorder.push(packet(2), 1_035))).toBe("2 3");
    reorder.push(packet(5), 2_000);
    expect(shown(reorder.beat(2_044))).toBe("");
    expect(shown(reorder.beat(2_046))).toBe("lost:1 5");
  });

  test.each(["passes", "push"] as const)("packets in order shorten the wait by %s", (way) => {
    const reorder = new JitterBuffer();
    reorder.push(packet(0), 0);
    // Half of the first 40 ms is left after some 350 packets, and the buffer waits at least 20 ms.
    for (let n = 1; n <= 500; n += 1) {
      if (way === "passes") reorder.passes(n);
      else reorder.push(packet(n), 0);
    }
    reorder.push(packet(502), 1_000);
    expect(shown(reorder.beat(1_019))).toBe("");
    expect(shown(reorder.beat(1_021))).toBe("lost:1 502");
  });

  test("a due packet passes without the buffer if no other is held, across the counter's rollover", () => {
    const reorder = new JitterBuffer();
    expect(reorder.passes(65_534)).toBe(false);
    reorder.push(packet(65_534), 0);
    expect([65_534, 0].map((n) => reorder.passes(n))).toEqual([false, false]);
    expect([65_535, 0, 1].map((n) => reorder.passes(n))).toEqual([true, true, true]);
    expect(reorder.counts).toMatchObject({ received: 4, lost: 0, duplicates: 0 });
    expect(shown(reorder.push(packet(3), 20))).toBe("");
    expect(reorder.passes(2)).toBe(false);
    expect(shown(reorder.push(packet(2), 25))).toBe("2 3");
    expect(reorder.passes(4)).toBe(true);
  });

  test("two packets in the wrong order wait for each other", () => {
    const reorder = new JitterBuffer();
    reorder.push(packet(1), 0);
    expect(shown(reorder.push(packet(3), 20))).toBe("");
    expect(shown(reorder.push(packet(2), 25))).toBe("2 3");
  });

  test("a lost packet is given up after a while, and later ones are kept", () => {
    const reorder = new JitterBuffer();
    reorder.push(packet(1), 0);
    reorder.push(packet(3), 40);
    reorder.push(packet(4), 60);
    expect(shown(reorder.beat(70))).toBe("");
    expect(shown(reorder.beat(80))).toBe("lost:1 3 4");
    expect(reorder.counts.lost).toBe(1);
  });

  test("two gaps are two losses, each waited for", () => {
    const reorder = new JitterBuffer();
    reorder.push(packet(1), 0);
    reorder.push(packet(3), 10);
    reorder.push(packet(5), 20);
    expect(shown(reorder.beat(50))).toBe("lost:1 3");
    expect(shown(reorder.beat(60))).toBe("");
    expect(shown(reorder.beat(90))).toBe("lost:1 5");
  });

  test("the wait grows on a network that reorders widely, and shrinks again", () => {
    const reorder = new JitterBuffer();
    reorder.push(packet(1), 0);
    reorder.push(packet(3), 20);
    expect(shown(reorder.beat(60))).toBe("lost:1 3");
    reorder.push(packet(2), 110); // 90 ms after it was missed
    expect(reorder.counts).toMatchObject({ late: 1, lost: 0 });
    reorder.push(packet(5), 120);
    expect(shown(reorder.beat(210))).toBe("");
    expect(shown(reorder.push(packet(4), 215))).toBe("4 5");
    let now = 220;
    for (let n = 6; n < 1_500; n++) reorder.push(packet(n), (now += 20));
    reorder.push(packet(1_501), now);
    expect(shown(reorder.beat(now + 21))).toBe("lost:1 1501");
  });

  test("numbers continue after 65535", () => {
    const reorder = new JitterBuffer();
    expect(shown([65534, 65535, 0, 1].flatMap((n) => [...reorder.push(packet(n), 0)]))).toBe(
      "65534 65535 0 1",
    );
  });

  test("the same packet twice counts once", () => {
    const reorder = new JitterBuffer();
    reorder.push(packet(1), 0);
    expect(shown(reorder.push(packet(1), 5))).toBe("");
    reorder.push(packet(3), 10);
    reorder.push(packet(3), 12);
    expect(reorder.counts).toMatchObject({ duplicates: 2, late: 0 });
  });

  test("a restarted stream is accepted", () => {
    const reorder = new JitterBuffer();
    reorder.push(packet(10), 0);
    expect(shown(reorder.push(packet(30_000), 20))).toBe("30000");
    expect(shown(reorder.push(packet(30_001), 40))).toBe("30001");
  });

  test("any mixture is returned in order, at most once, and the held part is bounded", () => {
    for (let round = 0; round < 200; round++) {
      const { next, chance, int } = random(seedOf(20261121) + round);
      const reorder = new JitterBuffer();
      const start = int(0, 65_535);
      const arrivals = Array.from({ length: 300 }, (_, i) => ({
        number: start + i,
        at: i * 20 + next() * (chance(0.1) ? 300 : 30),
      })).filter(() => !chance(0.05));
      const copies = arrivals.filter(() => chance(0.02)).map(({ number, at }) => ({ number, at: at + 15 }));
      const all = [...arrivals, ...copies].sort((a, b) => a.at - b.at);
      const out: number[] = [];
      const take = (pieces: readonly JitterBufferOutput[]): void => {
        for (const piece of pieces) if (piece.type === "packet") out.push(piece.packet.timestamp / 960);
      };
      for (const { number, at } of all) take(reorder.push(packet(number), at));
      take(reorder.beat(100_000));
      for (let n = 0; n < 50; n++) take(reorder.beat(100_000 + n * 1_000));
      expect(out).toEqual([...new Set(out)].sort((a, b) => a - b));
      expect(out.length).toBeGreaterThan(200);
      const { received, late, duplicates } = reorder.counts;
      expect(out.length + late + duplicates).toBe(received);
    }
  });
});
