// Recogniser model of the operator: the required files of a folder, and the errors for missing ones.

import { expect, test } from "bun:test";
import { copyFileSync, truncateSync } from "node:fs";
import { nameOfModel, openEars, problemOfFolder } from "../../../src/speech/open/open-ears.ts";
import { failureOf } from "../../support/failure-of.ts";
import { tempFolder } from "../../support/servers/store.ts";

const inside = "node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized";
const encoder = "encoder_model.onnx";
const decoder = "decoder_model_merged.onnx";

test("a folder with both files is a model, identified by its content", async () => {
  expect(problemOfFolder(inside)).toBeUndefined();
  expect(await nameOfModel(inside)).toBe("c6fc4b7bc5af and eed87831c3a6");
});

test("a missing, too large or wrong file is named", async () => {
  using folder = tempFolder();
  expect(problemOfFolder(folder.path)).toBe(`${folder.file(encoder)} is not there`);
  copyFileSync(`${inside}/${encoder}`, folder.file(encoder));
  expect(problemOfFolder(folder.path)).toBe(`${folder.file(decoder)} is not there`);
  copyFileSync(`${inside}/${encoder}`, folder.file(decoder));
  expect(problemOfFolder(folder.path)).toBeUndefined();
  expect(await failureOf(openEars(folder.path))).toMatch(/the model has "/);
  truncateSync(folder.file(decoder), 65 * 2 ** 20);
  expect(problemOfFolder(folder.path)).toContain("has 65 MiB, more than the 64 MiB of any such model");
});
