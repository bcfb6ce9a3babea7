// Small PNG: the same picture with at most 256 colours, which is a third of the size and looks the same on a page.

import { deflateSync, inflateSync } from "node:zlib";

const colorsMax = 256;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

interface Picture {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB of each pixel, row by row. */
  readonly pixels: Uint32Array;
}

/** `png`: as browsers make screenshots, of 8 bits a channel and not interlaced. */
export function smallPng(png: Uint8Array): Uint8Array {
  const picture = read(png);
  const palette = paletteOf(picture.pixels);
  return write(picture, palette);
}

function read(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let [width, height, channels] = [0, 0, 0];
  const parts: Uint8Array[] = [];
  for (let at = signature.length; at < png.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      channels = data[9] === 6 ? 4 : 3;
    }
    if (type === "IDAT") parts.push(data);
    at += length + 12;
  }
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), {
    rowBytes: width * channels,
    height,
    channels,
  });
  const pixels = Uint32Array.from({ length: width * height }, (_, n) => {
    const at = n * channels;
    return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  });
  return { width, height, pixels };
}

interface Shape {
  readonly rowBytes: number;
  readonly height: number;
  readonly channels: number;
}

function unfiltered(raw: Uint8Array, { rowBytes, height, channels }: Shape): Uint8Array {
  const out = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (rowBytes + 1)];
    for (let n = 0; n < rowBytes; n++) {
      const at = row * rowBytes + n;
      const left = n >= channels ? (out[at - channels] ?? 0) : 0;
      const up = row > 0 ? (out[at - rowBytes] ?? 0) : 0;
      const corner = row > 0 && n >= channels ? (out[at - rowBytes - channels] ?? 0) : 0;
      const byte = raw[row * (rowBytes + 1) + 1 + n] ?? 0;
      out[at] = byte + predicted(filter, { left, up, corner });
    }
  }
  return out;
}

interface Neighbours {
  readonly left: number;
  readonly up: number;
  readonly corner: number;
}

function predicted(filter: number | undefined, { left, up, corner }: Neighbours): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [ofLeft, ofUp, ofCorner] = [
        Math.abs(up - corner),
        Math.abs(left - corner),
        Math.abs(left + up - 2 * corner),
      ];
      if (ofLeft <= ofUp && ofLeft <= ofCorner) return left;
      return ofUp <= ofCorner ? up : corner;
    }
    default:
      return 0;
  }
}

function distance(a: number, b: number): number {
  const of = (shift: number): number => ((a >> shift) & 255) - ((b >> shift) & 255);
  return of(16) ** 2 + of(8) ** 2 + of(0) ** 2;
}

/** Palette of the most frequent colours, each so different from the earlier ones that they suffice for all. */
function paletteOf(pixels: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).map(([color]) => color);
  if (frequent.length <= colorsMax) return frequent;
  for (let apart = 1; ; apart *= 1.5) {
    const chosen: number[] = [];
    for (const color of frequent) {
      if (chosen.length > colorsMax) break;
      if (chosen.every((other) => distance(color, other) > apart)) chosen.push(color);
    }
    if (chosen.length <= colorsMax) return chosen;
  }
}

function write({ width, height, pixels }: Picture, palette: readonly number[]): Uint8Array {
  const nearest = new Map(palette.map((color, index) => [color, index]));
  const indexOf = (color: number): number => {
    const known = nearest.get(color);
    if (known !== undefined) return known;
    let best = 0;
    for (let n = 1; n < palette.length; n++)
      if (distance(color, palette[n]!) < distance(color, palette[best]!)) best = n;
    nearest.set(color, best);
    return best;
  };
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row++)
    for (let n = 0; n < width; n++) rows[row * (width + 1) + 1 + n] = indexOf(pixels[row * width + n]!);
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 3, 0, 0, 0], 8);
  const colors = Uint8Array.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const chunks = [
    chunk("IHDR", head),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ];
  return Buffer.concat([Uint8Array.from(signature), ...chunks]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
  return out;
}
