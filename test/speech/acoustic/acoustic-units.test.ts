// The acoustic units sound as in the library whose model they are read from. What is expected was made once with its C
// sources (version 0.6.3): bin_mdef_phone_id_nearest of every phone, left and right neighbour and position, in that
// order, and the entries of tmat that a phone of three states has.

import { expect, test } from "bun:test";
import { basename } from "node:path";
import { AcousticUnits, type PhonePosition } from "../../../src/speech/acoustic/acoustic-units.ts";
import { readModel } from "../../../src/speech/acoustic/embedded-model.ts";

const model = await readModel();
const units = new AcousticUnits(model.definition, model.transitions);
const positions: readonly PhonePosition[] = ["internal", "begin", "end", "single"];
const phones = [...units.phones.keys()];

test("acoustic units: every phone beside any others has the senones that the library gives it", () => {
  const senones = phones.flatMap((phone) =>
    phones.flatMap((left) =>
      phones.flatMap((right) =>
        positions.flatMap((position) => [...units.senonesOf(phone, { left, right, position })]),
      ),
    ),
  );
  expect(senones).toHaveLength(42 ** 3 * 4 * 3);
  // As numbers of 16 bits.
  expect(Bun.SHA256.hash(Uint16Array.from(senones), "hex")).toBe(
    "d80f3b501cb0795e4a7994472324dd7055305816176af81810013efb9df2e2d0",
  );
});

test("acoustic units: each part of a sound belongs to the phone that it is a part of", () => {
  for (const phone of phones) {
    const beside = phones.flatMap((left) => [
      ...units.senonesOf(phone, { left, right: phone, position: "internal" }),
    ]);
    const owners = [...beside, ...units.senonesOf(phone)].map((part) => units.phoneOfSenone[part]);
    expect(new Set(owners)).toEqual(new Set([phone]));
  }
});

test("acoustic units: a phone without neighbours, and how phones go on", () => {
  expect(units.phones[units.silence]).toBe("SIL");
  for (const phone of phones)
    expect(units.senonesOf(phone).every((senone) => senone < 3 * phones.length)).toBe(true);
  const costs = Uint8Array.from(
    phones.flatMap((phone) => [...units.transitionsOf(phone)]),
    (log) => -log,
  );
  // As bytes.
  expect(Bun.SHA256.hash(costs, "hex")).toBe(
    "de38988d16bd011a5684c5bbde3e10412d7993fac4fdf1edf6c1f074cf1e7891",
  );
});

test("acoustic units: another model is refused, even of the same shape", async () => {
  const names = {
    mdef: "definition",
    transition_matrices: "transitions",
    means: "means",
    variances: "variances",
  };
  for (const [file, name] of Object.entries({ ...names, sendump: "weights" })) {
    const read = async (path: string): Promise<Uint8Array> => {
      const bytes = await Bun.file(path).bytes();
      if (basename(path) === file) bytes[bytes.length - 1] = 1 ^ (bytes.at(-1) ?? 0);
      return bytes;
    };
    const outcome = await readModel(read).then(() => "read", String);
    expect(outcome).toStartWith(`Error: The acoustic model has another file of ${name}: `);
  }
});
