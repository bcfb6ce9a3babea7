// Typed address: a missing scheme and a slash behind the host are corrected, and nothing else is guessed.

import { expect, test } from "bun:test";
import { websiteIn, withScheme } from "../../src/base/words/typed-address.ts";

const mended: readonly [typed: string, url: string][] = [
  ["shop.example", "https://shop.example"],
  [" shop.example:8443 ", "https://shop.example:8443"],
  ["localhost:3000", "http://localhost:3000"],
  ["127.0.0.1:33400/", "http://127.0.0.1:33400/"],
  ["[::1]:3000", "http://[::1]:3000"],
  ["localhost.example", "https://localhost.example"],
  ["http://a.example/x", "http://a.example/x"],
  ["mailto:ada@a.example", "mailto:ada@a.example"],
  ["crm", "crm"],
  ["/calls", "/calls"],
  ["", ""],
];

test.each(mended)("typed address: %p becomes %p", (typed, url) => {
  expect(withScheme(typed)).toBe(url);
});

const websites: readonly [typed: string, origin: string | undefined][] = [
  ["Shop.example/", "https://shop.example"],
  ["https://shop.example:443", "https://shop.example"],
  ["http://127.0.0.1:33400/", "http://127.0.0.1:33400"],
  ["https://shop.example/menu", undefined],
  ["https://shop.example/?a", undefined],
  ["https://ada@shop.example", undefined],
  ["ftp://shop.example", undefined],
  ["null", undefined],
  ["", undefined],
];

test.each(websites)("typed address: the website of %p is %p", (typed, origin) => {
  expect(websiteIn(typed)?.origin).toBe(origin);
});
