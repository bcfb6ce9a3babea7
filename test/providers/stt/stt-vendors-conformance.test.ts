// Every recogniser of a vendor keeps the promises of recognisers, against a fake that speaks the vendor's protocol and
// checks what it is sent.

import { describe, expect, test } from "bun:test";
import { wallClock } from "../../../src/base/clock.ts";
import { sttChecks } from "../../../src/providers/conformance-stt.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { FakeSocketServer } from "../../support/providers/fake-socket.ts";
import { speak } from "../../support/providers/marked-speech.ts";
import {
  clientOf,
  contextOf,
  pacedVendors,
  sttVendorNames,
  sttVendors,
} from "../../support/providers/stt-vendors.ts";

const text = "two coffees please";
const sample = {
  text,
  frames: speak(text),
  expectation: {
    anyOf: [{ type: "phrases", phrases: ["two coffees please", "one tea"] }],
    endSilenceMs: 700,
  },
} as const;

for (const name of sttVendorNames) {
  describe(`${name} as a recogniser`, () => {
    for (const check of sttChecks) {
      test(check.name, async () => {
        const { key, peer } = sttVendors[name];
        await using server = await FakeSocketServer.open(peer);
        const clock = pacedVendors.has(name) ? wallClock : new VirtualClock();
        await check.run(clientOf(name, server.url, key), sample, contextOf(clock, []));
        expect(server.problems).toEqual([]);
      });
    }
  });
}
