// Language model of several models: asks the one named in a request, of the same vendor, or its own if none is named,
// or one that may not be used.

import type { Llm, LlmRequest, ProviderContext } from "../provider-contract.ts";

export interface OtherModels {
  readonly open: (model: string) => Llm;
  /** True if the payer agrees. */
  readonly isAllowed: (model: string) => boolean;
}

/** A session's flow names few; more are a mistake, and each has a client of its own. */
const modelsMax = 20;

export function llmOfModels(ownLlm: Llm, { open, isAllowed }: OtherModels): Llm {
  const others = new Map<string, Llm>();
  const told = new Set<string>();
  const other = (model: string): Llm | undefined => {
    const llm = others.get(model);
    if (llm !== undefined || others.size >= modelsMax || !isAllowed(model)) return llm;
    const opened = open(model);
    others.set(model, opened);
    return opened;
  };
  const chosen = (model: string | undefined, context: ProviderContext): Llm => {
    if (model === undefined || model === ownLlm.model) return ownLlm;
    const llm = other(model);
    if (llm !== undefined) return llm;
    if (!told.has(model))
      context.tell?.({
        code: "provider/model-not-used",
        message: `The flow requests the model "${model.slice(0, 100)}", which has no price: ${ownLlm.model} answers`,
      });
    told.add(model);
    return ownLlm;
  };
  return {
    id: ownLlm.id,
    model: ownLlm.model,
    ...(ownLlm.can === undefined ? {} : { can: ownLlm.can }),
    stream: ({ model, ...request }: LlmRequest, context, signal) =>
      chosen(model, context).stream(request, context, signal),
  };
}
