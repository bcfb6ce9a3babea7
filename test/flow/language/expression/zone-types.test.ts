// Time zones in expressions: a literal name that is no zone is reported, with a suggestion.

import { expect, test } from "bun:test";
import type { TypeEnv } from "../../../../src/flow/language/expression/expression-finding.ts";
import { typeOfKind, wordsFor } from "../../../../src/flow/language/expression/expression-types.ts";
import { typeOf } from "../../../../src/flow/language/expression/type-checker.ts";
import { expr } from "./world.ts";

const types = new Map([
  ["home", typeOfKind("text")],
  ["guests", typeOfKind("number")],
  ["ok", typeOfKind("boolean")],
]);
const env: TypeEnv = { typeOf: (name) => types.get(name), names: [...types.keys()] };

test.each([
  ["now('Asia/Tokio')", "VF305", "'Asia/Tokio'", "did you mean 'Asia/Tokyo'?"],
  ["today('new york')", "VF305", "'new york'", "did you mean 'America/New_York'?"],
  ["now('UTC' if ok else 'Elsewhere')", "VF305", "'Elsewhere'", "write its IANA name, such as Europe/Paris"],
  ["now(guests)", "VF304", "guests", undefined],
])("%s is refused with %s at %s", (text, code, at, hint) => {
  const [finding, ...others] = typeOf(expr(text), env).findings;
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code });
  expect([text.slice(finding?.from, finding?.to), finding?.hint]).toEqual([at, hint]);
});

test.each([
  ["now('Asia/Tokyo')", "a time"],
  ["now('UTC' if ok else 'Europe/Paris')", "a time"],
  ["today(home)", "a date"],
])("%s is %s", (text, words) => {
  const { type, findings } = typeOf(expr(text), env);
  expect([wordsFor(type), findings]).toEqual([words, []]);
});
