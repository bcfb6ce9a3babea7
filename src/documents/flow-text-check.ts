// Check of a flow's text before storage: it must be a YAML mapping, and valid if it is marked as a flow.

import { type Diagnostic, Fault } from "../base/fault.ts";
import { sourceBytesMax } from "../flow/language/source/source-reader.ts";
import type { MapTree } from "../flow/language/source/yaml-tree.ts";
import type { CheckedText } from "./document-message.ts";
import { readYaml } from "./yaml.ts";

/** Ids of callable flows are no longer; other texts are stored unchecked. */
const idCharsMax = 64;

/** All diagnostics of the flow language for a text that declares `voice_flow`. */
type CheckLanguage = (text: string) => readonly Diagnostic[];

const notAFlow: Diagnostic = {
  severity: "warning",
  code: "VF100",
  message: "this can be kept but not run: a flow begins with 'voice_flow: 1'",
  pointer: "",
  line: 1,
  column: 1,
};

/** Throws `request/too-large`; all other faults are returned. */
export function checkDocument(text: string, checkLanguage: CheckLanguage): CheckedText {
  if (Buffer.byteLength(text) > sourceBytesMax) {
    throw new Fault("request/too-large", `A flow may have at most ${sourceBytesMax / 1_024} KiB.`);
  }
  const { document, diagnostics } = readYaml(text);
  if (document === undefined) {
    // The flow language knows the usual traps for authors of flows.
    const flowDiagnostics = isMeantAsFlow(text) ? checkLanguage(text) : [];
    const isRefused = flowDiagnostics.some(({ severity }) => severity === "error");
    return { diagnostics: isRefused ? flowDiagnostics : diagnostics, isDocument: false, documentId: "" };
  }
  const isFlow = document.entries.some(({ name }) => name === "voice_flow");
  const flowDiagnostics = isFlow ? checkLanguage(text) : [notAFlow];
  return { diagnostics: flowDiagnostics, isDocument: true, documentId: idOf(document) };
}

/** Id in a stored document, by which other flows call it; empty if it has none or is unreadable. */
export function documentIdOf(text: string): string {
  const { document } = readYaml(text);
  return document === undefined ? "" : idOf(document);
}

function idOf({ entries }: MapTree): string {
  const id = entries.find(({ name }) => name === "id")?.value;
  return id?.kind === "scalar" && typeof id.value === "string" && id.value.length <= idCharsMax
    ? id.value
    : "";
}

function isMeantAsFlow(text: string): boolean {
  return /^\ufeff?(?:---\s+)?voice_flow\s*:/m.test(text);
}
