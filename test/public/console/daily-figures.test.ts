// Figures of the console: their readable form, the obstacles, and the working providers.

import { expect, test } from "bun:test";
import { hindrancesOf } from "../../../public/console/daily-figures.ts";
import { keyOf, settingsChange } from "../../../public/console/settings/settings-change.ts";
import { words } from "../../../public/console/console-words.ts";
import {
  dayText,
  durationText,
  latencyText,
  moneyText,
  momentText,
  niceMax,
  shareText,
} from "../../../public/console/shown-figures.ts";

test("figures: times, sums and shares are readable", () => {
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
  // D13: an axis without a call ended at "1" and at "1 ms".
  expect([0, 1, 7, 30, 101].map(niceMax)).toEqual([0, 1, 10, 50, 200]);
  // D13: "1 minutes today".
  expect(["0", "1", "2"].map(words.embeds.today)).toEqual([
    "0 minutes today",
    "1 minute today",
    "2 minutes today",
  ]);
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
  calls: (["tool", "network", "tool"] as const).map((trouble, n) => ({ id: `ses_${n}`, trouble })),
  next_cursor: null,
};
const healthy = {};
const ready = { state: "ready", says: null } as const;
const standing = { stt: ready, tts: ready, llm: ready };
const rich = { balance_usd_cents: 200, rate_per_minute_usd_cents: 3 };

test("hindrances: there are none until the server reports one", () => {
  const nothing = {
    health: undefined,
    standing: undefined,
    balance: undefined,
    budget: undefined,
    flows: undefined,
    contracts: undefined,
  };
  expect(hindrancesOf({ ...nothing, troubled: undefined, notReady: undefined })).toEqual([]);
  const all = {
    health: healthy,
    standing,
    balance: rich,
    budget: { monthly_usd_cents: 500, spent_usd_cents: 499, refuse_calls: true },
    flows: [{}],
    contracts: { broken: [] },
    notReady: undefined,
  };
  expect(hindrancesOf({ ...all, troubled: { calls: [], next_cursor: null } })).toEqual([]);
});

test("hindrances: the worst come first", () => {
  const found = hindrancesOf({
    health: healthy,
    standing: { ...standing, llm: { state: "absent", says: null } },
    balance: { ...rich, balance_usd_cents: 29 },
    budget: { monthly_usd_cents: 500, spent_usd_cents: 500, refuse_calls: true },
    flows: [],
    contracts: {
      broken: [
        {
          flow_id: "flow_1",
          flow_name: "Booking",
          revision: 1,
          name: "gave_up",
          since: "2026-11-20T10:00:00Z",
        },
      ],
    },
    troubled,
    notReady: "draining: this server is stopping.",
  });
  expect(found.map(({ kind }) => kind)).toEqual([
    "not-ready",
    "contract-broken",
    "trouble-today",
    "trouble-today",
    "budget-spent",
    "low-credit",
    "no-model",
    "no-flows",
  ]);
});

test("hindrances: today's trouble is counted by place, and a single call is named", () => {
  const all = {
    health: healthy,
    standing,
    balance: rich,
    budget: undefined,
    flows: [{}],
    contracts: { broken: [] },
    notReady: undefined,
  };
  const kind = "trouble-today";
  expect(hindrancesOf({ ...all, troubled: { ...troubled, next_cursor: "1.ses_0" } })).toEqual([
    { kind, trouble: "network", count: 1, hasMore: true, call: "ses_1" },
    { kind, trouble: "tool", count: 2, hasMore: true, call: "ses_0" },
  ]);
});

const refusedRecognition = { ...standing, stt: { state: "refused", says: "Deepgram needs a key." } } as const;

test("a provider whose calls are refused is named on Home, with the reason", () => {
  const rest = {
    health: healthy,
    balance: rich,
    budget: undefined,
    flows: [{}],
    contracts: undefined,
    notReady: undefined,
  };
  expect(
    hindrancesOf({ ...rest, standing: refusedRecognition, troubled: { calls: [], next_cursor: null } }),
  ).toEqual([{ kind: "provider-refused", of: "stt", says: "Deepgram needs a key." }]);
});

test("provider settings: an empty key is kept, and an empty model is the default", () => {
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
  expect(
    (["never", "maybe", "always"] as const).flatMap((key) =>
      [true, false].map((service_key) => keyOf({ key, service_key })),
    ),
  ).toEqual(["none", "none", "services", "optional", "services", "own"]);
});
