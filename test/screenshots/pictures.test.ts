// Pictures of the product's pages: each in light and in dark, small, and shown by the README at its place.

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { smallPng } from "./small-png.ts";

const folder = "public/pictures";
const pages = ["console", "calls", "call", "flows", "test", "editor", "talk"];
const bytesMax = 150_000;

test("pictures: each page has a picture in both themes, none larger than its place allows", () => {
  const all = pages.flatMap((page) => [`${folder}/${page}-light.png`, `${folder}/${page}-dark.png`]);
  const wrong = all.filter((path) => !existsSync(path) || Bun.file(path).size > bytesMax);
  expect(wrong).toEqual([]);
});

test("pictures: the README shows some of them, in the theme of its reader", async () => {
  const readme = await Bun.file("README.md").text();
  const shown = [...readme.matchAll(/public\/pictures\/(\w+)-light\.png/g)].map(([, page]) => page ?? "");
  expect(shown).toContain("test");
  for (const page of shown)
    expect([page, readme.includes(`${folder}/${page}-dark.png`)]).toEqual([page, true]);
});

/** PNG as browsers write it: rows of RGB, the second one as differences from the one above it. */
function png(top: readonly number[], more: readonly number[]): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const out = Buffer.alloc(data.length + 12);
    out.writeUInt32BE(data.length, 0);
    out.write(type, 4, "latin1");
    out.set(data, 8);
    return out;
  };
  const head = Buffer.from([0, 0, 0, top.length / 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]);
  const rows = Uint8Array.from([0, ...top, 2, ...more]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows))]);
}

test("pictures: few colours are stored as a palette", () => {
  const small = Buffer.from(smallPng(png([9, 9, 9, 200, 0, 1], [0, 0, 0, 1, 1, 1])));
  const at = small.indexOf("PLTE");
  expect([...small.subarray(at + 4, at + 13)]).toEqual([9, 9, 9, 200, 0, 1, 201, 1, 2]);
  expect(small.readUInt32BE(16)).toBe(2);
});
