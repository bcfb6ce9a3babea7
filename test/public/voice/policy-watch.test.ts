// Policy watch: the reports of a browser whose page forbids the socket of its call.

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

test("policy watch: a socket that the page forbids is told with what its policy has to name", () => {
  expect(seen(report())).toEqual({
    code: "page/policy",
    detail:
      "The security policy of this page forbids the connection: its connect-src has to name wss://voice.example",
  });
});

test("policy watch: other directives, reports alone and other addresses are no refusal", () => {
  const others = [
    { effectiveDirective: "img-src" },
    { disposition: "report" },
    { blockedURI: "https://voice.example/a.png" },
    { blockedURI: "inline" },
  ];
  for (const other of others) expect(seen(report(other))).toBeUndefined();
});

test("policy watch: a report that comes when it is closed is not looked at", () => {
  const watch = new PolicyWatch();
  expect(watch.close()).toBeUndefined();
  globalThis.dispatchEvent(report());
  expect(watch.close()).toBeUndefined();
});
