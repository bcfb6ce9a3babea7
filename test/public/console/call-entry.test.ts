// List of calls: the result of a call, and filters as addresses of pages and of files.

import { expect, test } from "bun:test";
import { callsRequest, filteredBy, filtersOf, moodOf } from "../../../public/console/calls/call-entry.ts";

test("call entry: failures and faultless ends are distinguished", () => {
  const moods = (["completed", "caller", "expired", "failed", "credits", "lost"] as const).map((end_reason) =>
    moodOf({ status: "ended", end_reason }),
  );
  expect(moods).toEqual(["good", "plain", "plain", "bad", "bad", "bad"]);
  expect(moodOf({ status: "running", end_reason: null })).toBe("live");
});

test("call entry: a session that no caller has joined is not live", () => {
  expect(moodOf({ status: "waiting", end_reason: null })).toBe("waiting");
});

test("call entry: filters keep one order, and empty or unknown ones are dropped", () => {
  const query = new URLSearchParams("tag=vip&q=%20zebra%20&status=&cursor=1.x&other=1");
  expect(filtersOf(query).toString()).toBe("q=zebra&tag=vip");
  expect(filteredBy(query, "tag", "").toString()).toBe("q=zebra");
  expect(filteredBy(query, "status", "ended").toString()).toBe("q=zebra&status=ended&tag=vip");
});

test("call entry: a page and a file have the same filters", () => {
  const filters = new URLSearchParams({ failed: "true" });
  expect(callsRequest(filters, { limit: 50, cursor: "9.ses_1" }).path).toBe(
    "/v1/calls?failed=true&limit=50&cursor=9.ses_1",
  );
  expect(callsRequest(filters, { format: "csv" }).path).toBe("/v1/calls?failed=true&format=csv");
  expect(callsRequest(new URLSearchParams()).path).toBe("/v1/calls");
});
