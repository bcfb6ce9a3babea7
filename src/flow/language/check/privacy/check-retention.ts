// Checks VF630: impossible days of retention.

import type { Model } from "../../model/model.ts";
import type { CheckContext } from "../check-context.ts";

export function checkRetention(checking: CheckContext): void {
  const { model, report } = checking;
  const { retention } = model;
  const numbers = retention.get("numbers");
  for (const [name, { value, path }] of retention) {
    if (numbers === undefined || value <= numbers.value) continue;
    report({
      code: "VF630",
      path,
      message: `${name} cannot be kept for ${value} days if numbers are kept for ${numbers.value}`,
      hint: `write at most ${numbers.value}`,
    });
  }
  const words = retention.get("words");
  const audio = retention.get("audio");
  if (words?.value === 0 && audio !== undefined && audio.value > 0)
    report({
      code: "VF630",
      path: audio.path,
      message: "recordings contain words, which are not kept",
      hint: "write audio: 0, or keep words",
    });
  recordings(model, checking);
}

/** A node cannot record data that is not kept. */
function recordings({ retention, nodes }: Model, { report }: CheckContext): void {
  const none = (["audio", "words", "numbers"] as const).find((name) => retention.get(name)?.value === 0);
  if (none === undefined) return;
  for (const { verb, path } of nodes.values())
    if (verb === "record")
      report({
        code: "VF630",
        path: [...path, "record"],
        message: `the recording would be deleted at once: retention has ${none}: 0`,
        hint: "set it to at least 1, or ask for text instead",
      });
}
