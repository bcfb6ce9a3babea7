// May a text be stored as a flow? It must be a YAML mapping; one that says that it is a flow must be a right one, unless
// it is kept as a draft.

import { type Diagnostic, Fault } from "../base/fault.ts";
import { readSource, sourceBytesMax } from "../flow/source/read.ts";
import { readYaml } from "./yaml.ts";

/** Everything that the flow language finds in a text that declares `voice_flow`; without an account it knows less. */
export type CheckLanguage = (text: string, accountId?: string) => readonly Diagnostic[];

const notAFlow: Diagnostic = {
  severity: "warning",
  code: "VF100",
  message: "this can be kept but not run: a flow begins with 'voice_flow: 1'",
  pointer: "",
  line: 1,
  column: 1,
};

/** Throws `request/too-large`; everything else that is wrong comes back. */
export function checkFlow(
  text: string,
  checkLanguage: CheckLanguage,
  accountId?: string,
): readonly Diagnostic[] {
  if (Buffer.byteLength(text) > sourceBytesMax) {
    throw new Fault("request/too-large", `A flow may have at most ${sourceBytesMax / 1_024} KiB.`);
  }
  const { document, diagnostics } = readYaml(text);
  if (document === undefined) return isMeantAsFlow(text) ? readingOf(text, diagnostics) : diagnostics;
  return document.entries.some(({ name }) => name === "voice_flow")
    ? checkLanguage(text, accountId)
    : [notAFlow];
}

function isMeantAsFlow(text: string): boolean {
  return /^\ufeff?(?:---\s+)?voice_flow\s*:/m.test(text);
}

/** The flow's reader knows the traps in which authors of flows are caught. */
function readingOf(text: string, otherwise: readonly Diagnostic[]): readonly Diagnostic[] {
  const { problems } = readSource(text);
  return problems.some(({ severity }) => severity === "error") ? problems : otherwise;
}

interface Accepting {
  readonly draft: boolean;
  readonly checkLanguage: CheckLanguage;
  readonly accountId: string;
}

/** Answers with what is worth knowing but no reason to refuse. Throws `flow/invalid` with all diagnostics. */
export function acceptFlow(
  text: string,
  { draft, checkLanguage, accountId }: Accepting,
): readonly Diagnostic[] {
  const found = checkFlow(text, checkLanguage, accountId);
  const errors = found.filter(({ severity }) => severity === "error");
  const isYaml = errors.length === 0 || readYaml(text).document !== undefined;
  if (errors.length === 0 || (draft && isYaml)) return found;
  const [first] = errors;
  const number = errors.length === 1 ? "one error" : `${errors.length} errors`;
  const place = first === undefined ? "" : `, the first in line ${first.line}: ${first.message}`;
  const way = isYaml ? " Correct it, or store it with ?draft=true." : "";
  throw new Fault("flow/invalid", `The flow has ${number}${place}.${way}`, { diagnostics: found });
}
