// The list of calls: how a call fared, and how filters become addresses of pages and of files.

import { expect, test } from "bun:test";
import {
  callIn,
  callsPath,
  filteredBy,
  filtersOf,
  moodOf,
} from "../../../public/console/calls/call-entry.ts";

test("call entry: a missing value is absent, not zero", () => {
  const call = callIn({ id: "ses_1", latency_p95_ms: null, interruptions: 0, tags: ["vip", 3], note: null });
  expect(call).toMatchObject({
    id: "ses_1",
    latencyP95Ms: undefined,
    interruptions: 0,
    tags: ["vip"],
    note: "",
  });
});

test("call entry: failures and faultless ends are distinguished", () => {
  const moods = (["completed", "caller", "expired", "failed", "credits", "lost"] as const).map((endReason) =>
    moodOf({ status: "ended", endReason }),
  );
  expect(moods).toEqual(["good", "plain", "plain", "bad", "bad", "bad"]);
  expect(moodOf({ status: "running", endReason: undefined })).toBe("live");
});

test("call entry: a session that no caller has joined is not live", () => {
  expect(moodOf({ status: "waiting", endReason: undefined })).toBe("waiting");
});

test("call entry: filters keep one order, and empty or unknown ones go", () => {
  const query = new URLSearchParams("tag=vip&q=%20zebra%20&status=&cursor=1.x&other=1");
  expect(filtersOf(query).toString()).toBe("q=zebra&tag=vip");
  expect(filteredBy(query, "tag", "").toString()).toBe("q=zebra");
  expect(filteredBy(query, "status", "ended").toString()).toBe("q=zebra&status=ended&tag=vip");
});

test("call entry: a page and a file have the same filters", () => {
  const filters = new URLSearchParams({ failed: "true" });
  expect(callsPath(filters, { limit: 50, cursor: "9.ses_1" })).toBe(
    "/v1/calls?failed=true&limit=50&cursor=9.ses_1",
  );
  expect(callsPath(filters, { format: "csv" })).toBe("/v1/calls?failed=true&format=csv");
  expect(callsPath(new URLSearchParams())).toBe("/v1/calls");
});
