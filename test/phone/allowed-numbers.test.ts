// Allowed numbers: typed forms that are dialled, and refused ones.

import { expect, test } from "bun:test";
import { numberToDial, whyNotDialled } from "../../src/cloud/phone/allowed-numbers.ts";

test.each([
  ["+49 (30) 901-820", "+4930901820"],
  ["tel:+1.555.0100", "+15550100"],
  ["**611", "**611"],
  ["030/901820", "030901820"],
  ["sip:ada@pbx", undefined],
  ["+49 30 x", undefined],
  ["+", undefined],
  ["1".repeat(33), undefined],
])("%s is dialled as %s", (typed, dialled) => {
  expect(numberToDial(typed)).toBe(dialled);
});

test.each([
  ["+4930901820", ["+49"], true],
  ["+4930901820", [], false],
  ["004930901820", ["+49"], false],
  ["+43190182", ["+49"], false],
  ["+49900123", ["+49"], false],
  ["+49900123", ["+49900"], true],
  ["+49137123", ["+49900"], false],
  ["+18765550100", ["+1"], false],
  ["+18765550100", ["+1876"], true],
  ["+12125550100", ["+1"], true],
  ["0900123", ["0"], false],
  ["**611", ["**6"], true],
])("%s with the prefixes %j is dialled: %s", (number, prefixes, isCalled) => {
  expect(whyNotDialled(number, prefixes) === undefined).toBe(isCalled);
});
