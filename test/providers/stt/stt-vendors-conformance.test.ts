// Every recogniser of a vendor keeps the promises of recognisers, against a fake that speaks the vendor's protocol and
// checks what it gets.

import { describe, expect, test } from "bun:test";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../../src/providers/conformance-ability.ts";
import { sttChecks } from "../../../src/providers/conformance-stt.ts";
import { PacedClock } from "../../support/fakes/paced-clock.ts";
import { FakeSocketServer } from "../../support/providers/fake-socket.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { clientOf, contextOf, sttVendorNames, sttVendors } from "../../support/providers/stt/stt-vendors.ts";

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
      if (check.server !== "answer") continue;
      const reason = reasonToSkip(check, findProvider("stt", name)?.lacks);
      if (reason !== undefined) {
        test(`exempt: ${check.name} (${reason})`, () => expect(reason).not.toBe(""));
        continue;
      }
      test(check.name, async () => {
        const { key, peer } = sttVendors[name];
        await using server = await FakeSocketServer.open(peer);
        const clock = new PacedClock();
        server.now = () => clock.now();
        await check.run(clientOf(name, server.url, key), sample, contextOf(clock, []));
        expect(server.problems).toEqual([]);
      });
    }
  });
}
