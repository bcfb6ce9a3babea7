// Preferred media type: browsers get a page, and clients that ask for JSON or state nothing do not.

import { expect, test } from "bun:test";
import { prefersHtml } from "../../../src/routes/http/preferred-media-type.ts";

const cases: readonly [name: string, accept: string | null, html: boolean][] = [
  ["nothing said", null, false],
  ["an empty header", "", false],
  ["anything, as curl and fetch say", "*/*", false],
  ["JSON", "application/json", false],
  ["JSON, else text, else anything", "application/json, text/plain, */*", false],
  ["both alike", "text/html, application/json", false],
  ["JSON a little rather", "text/html;q=0.8, application/json;q=0.9", false],
  ["problem documents as well as pages", "text/html, application/problem+json", false],
  ["a page, but not wanted", "text/html;q=0, */*;q=0", false],
  ["a weight that is none", "text/html;q=high", false],
  ["Chromium", "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8", true],
  ["Firefox and Safari", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["text browsers", "text/html, text/plain, text/*;q=0.5", true],
  ["any text", "text/*", true],
  ["a page rather than JSON", "application/json;q=0.5, TEXT/HTML; charset=utf-8; Q=0.6", true],
  ["anything but JSON", "*/*, application/*;q=0", true],
];

test.each(cases)("accept: %s", (_name, accept, html) => {
  expect(prefersHtml(accept)).toBe(html);
});
