// Provider acceptance: refuses a change of an account's providers under which its calls could not begin, naming the
// setting to correct. A language model is asked for a sentence first, because it can fail at each turn of a call.

import { Fault } from "../base/fault.ts";
import { type ProviderChoice, type ProviderChoices, providerKinds } from "../cloud/account-providers.ts";
import type { ErrorKind } from "../providers/provider-contract.ts";
import { type Hindrance, standingOf, type StandingParts } from "./provider-standing.ts";
import type { ProviderTrial, TrialResult } from "./provider-trial.ts";

export interface ChoiceChange {
  readonly before: ProviderChoices;
  readonly after: ProviderChoices;
}

interface AcceptanceParts extends StandingParts {
  readonly trial: Pick<ProviderTrial, "of">;
  /** Signal of the request: the trial ends when its client leaves. */
  readonly signal: AbortSignal;
}

/**
 * Resolves to the trial of a model that failed for a passing reason: it is still accepted. Rejects with
 * `provider/unusable`. A key can always be deleted, even if calls are refused from then on.
 */
export async function acceptChoices(
  { before, after }: ChoiceChange,
  { trial, signal, ...parts }: AcceptanceParts,
): Promise<TrialResult | undefined> {
  const errors = providerKinds.flatMap((kind) => {
    if (!isOther(before[kind], after[kind])) return [];
    const standing = standingOf(kind, after[kind], parts);
    return standing.state === "refused" ? [errorOf(kind, standing)] : [];
  });
  if (errors.length > 0) throw refusal(errors);
  if (!isOther(before.llm, after.llm) && !hasOtherKey(before.llm, after.llm)) return undefined;
  const standing = standingOf("llm", after.llm, parts);
  if (standing.state === "refused" || standing.settings === undefined) return undefined;
  const tried = await trial.of("llm", after, signal);
  const field = tried.failure === undefined ? undefined : lastingFailures[tried.failure];
  if (field !== undefined) throw refusal([errorOf("llm", { field, says: tried.says })]);
  return tried.ok ? undefined : tried;
}

/** Setting to blame for a lasting failure. */
const lastingFailures: Partial<Record<ErrorKind, Hindrance["field"]>> = {
  auth: "api_key",
  quota: "api_key",
  unsupported: "model",
  bad_input: "model",
};

function isOther(before: ProviderChoice, after: ProviderChoice): boolean {
  return before.name !== after.name || before.model !== after.model;
}

function hasOtherKey({ key: before }: ProviderChoice, { key: after }: ProviderChoice): boolean {
  return after !== undefined && after.reveal() !== before?.reveal();
}

interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

function errorOf(kind: string, { field, says }: Pick<Hindrance, "field" | "says">): FieldError {
  return { pointer: `/${kind}_${field}`, detail: says };
}

function refusal(errors: readonly FieldError[]): Fault {
  const [first] = errors;
  const message = `Nothing was saved, because calls would be refused. "${first?.pointer}": ${first?.detail}`;
  return new Fault("provider/unusable", message, { errors });
}
