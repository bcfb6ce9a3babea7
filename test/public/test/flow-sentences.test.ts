// Suggested phrases for callers on the test page: those of each built-in flow, all of which it understands.

import { expect, test } from "bun:test";
import { flowSentences } from "../../../public/test/flow-sentences.ts";

test("each built-in flow has sentences, which are all in its own tests", async () => {
  const flows = Array.from(new Bun.Glob("*.flow.yaml").scanSync("public/flows"), (file) =>
    file.replace(".flow.yaml", ""),
  );
  expect(Object.keys(flowSentences).toSorted()).toEqual(flows.toSorted());
  for (const [flow, sentences] of Object.entries(flowSentences)) {
    expect(sentences.length).toBeGreaterThan(0);
    const text = (await Bun.file(`public/flows/${flow}.flow.yaml`).text()).toLowerCase();
    for (const sentence of sentences) expect(text).toMatch(new RegExp(`user: "?${sentence.toLowerCase()}`));
  }
});
