// Checks VF705: terms of a contract that can never be broken, contradict each other, or have nothing to measure.

import { contractNames, type ContractTerm, contractTerms } from "../../../value/contract-terms.ts";
import type { Model } from "../../model/model.ts";
import type { CheckContext } from "../check-context.ts";

export function checkContract({ model, report }: CheckContext): void {
  const fields = model.fields.map("contract");
  if (fields === undefined) return;
  const warn = (name: ContractTerm, message: string, hint: string): void =>
    report({ code: "VF705", path: fields.pathOf(name), message, hint });
  for (const name of contractNames) {
    const bound = fields.number(name);
    if (bound === undefined) continue;
    const { unit, breaks } = contractTerms[name];
    if (unit === "share" && bound === (breaks === "above" ? 1 : 0))
      warn(
        name,
        `${name}: ${bound} can never be broken`,
        "write a share between 0 and 1, such as 0.02 for 2 %",
      );
    const lacks = lacking[name]?.(model);
    if (lacks !== undefined) warn(name, `${name} is never measured: the flow has no ${lacks}`, "remove it");
  }
  const [half, most] = [fields.number("answer_ms_p50"), fields.number("answer_ms_p95")];
  if (half !== undefined && most !== undefined && half > most)
    warn(
      "answer_ms_p50",
      `half of the answers may take ${half} ms, but 95 of 100 only ${most} ms`,
      "write the smaller time for answer_ms_p50",
    );
}

const verbsOf = ({ nodes }: Model): readonly string[] => [...nodes.values()].map(({ verb }) => verb ?? "");

/** `what` if no node has one of these verbs, else undefined. A called flow may have them, too. */
const lacksVerbs =
  (what: string, ...verbs: readonly string[]) =>
  (model: Model): string | undefined =>
    verbsOf(model).some((verb) => verb === "call" || verbs.includes(verb)) ? undefined : what;

const lacking: Partial<Record<ContractTerm, (model: Model) => string | undefined>> = {
  tool_errors: (model) => (model.tools.size > 0 || verbsOf(model).includes("call") ? undefined : "tools"),
  wrong_read_backs: lacksVerbs("questions", "ask", "menu", "converse"),
  not_understood: lacksVerbs("questions", "ask", "menu", "converse"),
};
