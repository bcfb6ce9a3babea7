// Policy watch: reports of a browser whose page forbids the socket of its call.

import { expect, test } from "bun:test";
import { PolicyWatch } from "../../../public/voice/connection/policy-watch.ts";

const report = (more: object = {}): Event =>
  Object.assign(new Event("securitypolicyviolation"), {
    effectiveDirective: "connect-src",
    disposition: "enforce",
    blockedURI: "wss://voice.example/ws?x=1",
    ...more,
  });

function seen(...reports: readonly Event[]) {
  const watch = new PolicyWatch();
  for (const each of reports) globalThis.dispatchEvent(each);
  return watch.close();
}

test("policy watch: a forbidden socket is reported with the missing source of the policy", () => {
  expect(seen(report())).toEqual({
    code: "page/policy",
    detail:
      "The Content-Security-Policy of this page blocks the connection. Add wss://voice.example to its connect-src",
  });
});

test("policy watch: other directives, report-only ones and other addresses are ignored", () => {
  const others = [
    { effectiveDirective: "img-src" },
    { disposition: "report" },
    { blockedURI: "https://voice.example/a.png" },
    { blockedURI: "inline" },
  ];
  for (const other of others) expect(seen(report(other))).toBeUndefined();
});

test("policy watch: a report after closing is ignored", () => {
  const watch = new PolicyWatch();
  expect(watch.close()).toBeUndefined();
  globalThis.dispatchEvent(report());
  expect(watch.close()).toBeUndefined();
});
