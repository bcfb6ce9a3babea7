// One call in the console: the times inside each turn, its values, and its path through the flow.

import { expect, test } from "bun:test";
import { turnsOf, valuesOf } from "../../../public/console/calls/call-record.ts";
import { edgesOn, pictureAddress, wayIn } from "../../../public/console/calls/flow-way.ts";
import { peaksOf, peaksPath, tracksOf } from "../../../public/console/calls/two-tracks.ts";

test("call record: the time of a turn is cut into its stages, drawn by the longest turn", () => {
  const { turns, scaleMs } = turnsOf({
    latency: [
      { turn: 1, end_of_turn_ms: 300, ended_by: "answer", words_ms: 320, text_ms: 321, audio_ms: 360 },
      { turn: 2, text_ms: 0, audio_ms: 900 },
    ],
  });
  expect(turns.map(({ totalMs, endedBy }) => [totalMs, endedBy])).toEqual([
    [360, "answer"],
    [900, undefined],
  ]);
  expect(turns[0]?.spans.map(({ kind, fromMs, toMs }) => [kind, fromMs, toMs])).toEqual([
    ["silence", 0, 300],
    ["words", 300, 320],
    ["text", 320, 321],
    ["audio", 321, 360],
  ]);
  expect(scaleMs).toBe(900);
  expect(turnsOf({ latency: [] }).scaleMs).toBe(300);
});

test("call record: values name their origin", () => {
  const variables = valuesOf({
    context: { name: "Ada", guests: 4 },
    metadata: {},
    on_end: { state: "done", reason: null, summary: "Booked.", extracted: { day: null } },
  });
  expect(variables).toEqual([
    ["context", "name", "Ada"],
    ["context", "guests", "4"],
    ["extracted", "day", "null"],
  ]);
});

test("flow path: the nodes of a recording lead to the edges between them, which the picture draws heavily", () => {
  const event = (type: string, data: Record<string, unknown>) => ({ at_ms: 1, type, data });
  const way = wayIn({
    events: [
      event("flow-state", { state: "ask" }),
      event("flow-variable", { key: "pin", value: "•••" }),
      event("flow-state", { state: "bye" }),
      event("user-words", { text: "x" }),
    ],
  });
  expect(way).toEqual({ nodes: ["ask", "bye"], variables: [["pin", "•••"]] });
  const edges = [
    { id: "ask:next", from: "ask", to: "bye" },
    { id: "ask:give_up", from: "ask", to: "sorry" },
  ];
  expect(edgesOn(way.nodes, edges)).toEqual(["ask:next"]);
  const picture = decodeURIComponent(pictureAddress('<svg><path data-edge="ask:next"/></svg>', ["ask:next"]));
  expect(picture).toContain('<style>[data-edge="ask\\3a next"]{stroke-width:4px');
  expect(pictureAddress("<svg></svg>", [])).toBe(`data:image/svg+xml,${encodeURIComponent("<svg></svg>")}`);
});

/** A stereo file of these pairs of samples. */
function wav(pairs: readonly (readonly [number, number])[]): ArrayBuffer {
  const bytes = new ArrayBuffer(44 + 4 * pairs.length);
  const view = new DataView(bytes);
  view.setUint32(0, 0x52494646);
  view.setUint16(22, 2, true);
  view.setUint32(24, 16_000, true);
  view.setUint16(34, 16, true);
  new Int16Array(bytes, 44).set(pairs.flat());
  return bytes;
}

test("two tracks: caller and agent are separated, and each is as loud as its loudest sample", () => {
  const tracks = tracksOf(
    wav([
      [16_384, 0],
      [0, -32_768],
      [8_192, 0],
      [0, 0],
    ]),
  );
  expect(tracks?.rate).toBe(16_000);
  expect(peaksOf(tracks?.caller ?? new Float32Array(), 2)).toEqual([0.5, 0.25]);
  expect(peaksOf(tracks?.agent ?? new Float32Array(), 2)).toEqual([1, 0]);
  expect(peaksPath([1, 0])).toBe("M0 -1V1M1 -0.02V0.02");
  expect(tracksOf(new ArrayBuffer(10))).toBeUndefined();
  expect(tracksOf(new ArrayBuffer(48))).toBeUndefined();
});
