// Figures of the console: what they read like, what stands in the way, and which providers can work.

import { expect, test } from "bun:test";
import { hindrancesOf, lightsOf } from "../../../public/console/daily-figures.ts";
import { providersOf, settingsChange } from "../../../public/console/settings/settings-change.ts";
import {
  dayText,
  durationText,
  latencyText,
  moneyText,
  momentText,
  niceMax,
  shareText,
} from "../../../public/console/shown-figures.ts";

test("figures: times, sums and shares read well", () => {
  expect([0, 42_400, 3_723_000].map(durationText)).toEqual(["0:00", "0:42", "1:02:03"]);
  expect([undefined, 820, 1_400].map(latencyText)).toEqual(["–", "820 ms", "1.4 s"]);
  expect([0, 0.6, 2.5, 3, 123_456.5].map(moneyText)).toEqual([
    "$0.00",
    "$0.0060",
    "$0.0250",
    "$0.03",
    "$1,234.57",
  ]);
  expect([dayText("2026-11-24"), momentText("2026-11-24T10:03:07Z", "UTC")]).toEqual([
    "24 Nov",
    "24 Nov, 10:03:07",
  ]);
  expect(momentText("")).toBe("–");
  expect([1, 7, 30, 101].map(niceMax)).toEqual([1, 10, 50, 200]);
});

test("figures: one failure in a thousand is not a hundred per cent", () => {
  expect([shareText(999, 1_000), shareText(9_999, 10_000), shareText(3, 3), shareText(0, 0)]).toEqual([
    "99.9 %",
    "99.9 %",
    "100 %",
    "–",
  ]);
});

const troubled = {
  calls: ["tool", "network", "tool"].map((trouble, n) => ({ id: `ses_${n}`, trouble })),
  next_cursor: null,
};
const healthy = { status: "ok", stt_configured: true, tts_configured: true, llm_configured: true };
const rich = { balance_usd_cents: 200, rate_per_minute_usd_cents: 3 };

test("hindrances: nothing stands in the way until the server says so", () => {
  const nothing = {
    health: undefined,
    providers: undefined,
    balance: undefined,
    budget: undefined,
    flows: undefined,
  };
  expect(hindrancesOf({ ...nothing, troubled: undefined, notReady: undefined })).toEqual([]);
  const all = {
    health: healthy,
    providers: {},
    balance: rich,
    budget: { monthly_usd_cents: 500, spent_usd_cents: 499 },
    flows: [{}],
    notReady: undefined,
  };
  expect(hindrancesOf({ ...all, troubled: { calls: [] } })).toEqual([]);
});

test("hindrances: the worst come first", () => {
  const found = hindrancesOf({
    health: { ...healthy, llm_configured: false },
    providers: {},
    balance: { ...rich, balance_usd_cents: 29 },
    budget: { monthly_usd_cents: 500, spent_usd_cents: 500, refuse_calls: true },
    flows: [],
    troubled,
    notReady: "draining: this server is stopping.",
  });
  expect(found.map(({ kind }) => kind)).toEqual([
    "not-ready",
    "trouble-today",
    "trouble-today",
    "budget-spent",
    "low-credit",
    "no-model",
    "no-flows",
  ]);
});

test("hindrances: what went wrong today is counted by where to look, and a single call is named", () => {
  const all = {
    health: healthy,
    providers: {},
    balance: rich,
    budget: undefined,
    flows: [{}],
    notReady: undefined,
  };
  const kind = "trouble-today";
  expect(hindrancesOf({ ...all, troubled: { ...troubled, next_cursor: "1.ses_0" } })).toEqual([
    { kind, trouble: "network", count: 1, hasMore: true, call: "ses_1" },
    { kind, trouble: "tool", count: 2, hasMore: true, call: "ses_0" },
  ]);
});

test("lights: a key of one's own lights what the service lacks", () => {
  const health = { ...healthy, llm_configured: false };
  const own = { stt_provider: "builtin", llm_provider: "groq", llm_api_key: "gsk•••" };
  expect(lightsOf(own, health).map(({ isOn, isOwnKey }) => [isOn, isOwnKey])).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect(lightsOf({}, health).map(({ isOn }) => isOn)).toEqual([true, true, false]);
});

test("provider settings: an empty key is kept, and an empty model is the usual one", () => {
  const given = { provider: "cartesia", model: "", voice: "ada", key: "" };
  expect(settingsChange("tts", given)).toEqual({
    tts_provider: "cartesia",
    tts_model: null,
    tts_voice: "ada",
  });
  expect(settingsChange("llm", { ...given, key: "k" })).toEqual({
    llm_provider: "cartesia",
    llm_model: null,
    llm_api_key: "k",
  });
  const catalog = {
    providers: [
      { kind: "tts", name: "a", models: ["m"] },
      { kind: "stt", name: "b" },
    ],
  };
  expect(providersOf("tts", catalog)).toEqual([{ name: "a", title: "", about: "", models: ["m"] }]);
});
