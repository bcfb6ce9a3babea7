// Document messages: requests to the thread that reads documents, and its answers. All of them can be sent between
// threads.

import type { Diagnostic, FaultCode, FaultOptions } from "../base/fault.ts";
import type { AllowRule } from "../base/outbound/outbound-allow.ts";
import type { DiagramOptions } from "../flow/author/draw/svg-diagram.ts";
import type { Graph } from "../flow/author/document/document-graph.ts";
import type { KeptCall } from "../flow/author/replay/kept-call.ts";
import type { ReplayedCall, ReplayVersions } from "../flow/author/replay/replay-comparison.ts";
import type { Program } from "../flow/language/program.ts";
import type { SpliceResult } from "../flow/language/source/splice.ts";
import type { SimulationReport } from "../sim/simulation.ts";
import type { PackedSource, UncutSource } from "./sources/cut-source.ts";
import type { FlowTestReport } from "../flow/author/testing/flow-tests.ts";
import type { TriedWords } from "../flow/author/testing/tried-words.ts";

/** Facts about the place of storage, besides the text. */
export interface DocumentFacts {
  /** Names of the account's secrets; absent: no account is known, and so no other flows either. */
  readonly secrets?: readonly string[];
  /** Number of passages in each of the account's bases. */
  readonly bases?: ReadonlyMap<string, number>;
  /** Sources of the flows' own bases, by address or title; absent: not needed. */
  readonly ownSources?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of the account's sounds; absent where no document needs them. */
  readonly sounds?: ReadonlySet<string>;
  /** Why pages and sounds could not be read just now, by address. */
  readonly unread?: ReadonlyMap<string, string>;
  /** Allowed targets of tools and hooks. */
  readonly allow: readonly AllowRule[];
  /** The only language of the recogniser in use; absent: any, or unknown. */
  readonly hearsOnly?: string;
  /** Voices of the engine in use; absent: unknown. */
  readonly voices?: readonly string[];
}

export interface CheckedText {
  readonly diagnostics: readonly Diagnostic[];
  /** True if it can be kept as a draft. */
  readonly isDocument: boolean;
  /** The document's own `id`; empty if it has none. */
  readonly documentId: string;
}

/** Addresses in a flow: pages, all in one language, and sounds. */
export interface NamedPages {
  readonly documentId: string;
  readonly language: string;
  readonly addresses: readonly string[];
  /** Addresses of recorded sounds. */
  readonly sounds: readonly string[];
}

/** `pages` is absent if it cannot run. */
export interface CheckedFlow extends CheckedText {
  readonly pages?: NamedPages;
}

export interface RunnableFlow {
  readonly problems: readonly Diagnostic[];
  readonly program: Program;
}

export interface TestedFlow {
  readonly problems: readonly Diagnostic[];
  readonly report: FlowTestReport;
}

export interface GraphedFlow {
  readonly graph: Graph;
  readonly diagnostics: readonly Diagnostic[];
}

export interface RewriteResult {
  readonly text: string;
  /** JSON text, which is sent in a fraction of the time of objects. */
  readonly documentJson: string;
  /** Old name of a node to its new one. */
  readonly renames: Readonly<Record<string, string>>;
}

export interface DrawingResult extends DiagramOptions {
  readonly text: string;
}

interface OfText {
  readonly text: string;
}

export interface TrialOrder extends OfText {
  /** Words of the caller, turn by turn. */
  readonly says: readonly string[];
}

export interface SimulationOrder extends OfText {
  readonly callers: number;
  readonly seed: number;
}

/** Recorded calls, all of one version of a flow. */
export interface ReplayOrder extends ReplayVersions {
  readonly calls: readonly KeptCall[];
  readonly withTalk: boolean;
}

/** Jobs, each with its input and its result. */
export interface Jobs {
  readonly check: { readonly input: OfText; readonly output: CheckedFlow };
  /** A text that cannot run causes the fault `flow/invalid`. */
  readonly load: { readonly input: OfText; readonly output: RunnableFlow };
  readonly test: { readonly input: OfText; readonly output: TestedFlow };
  readonly say: { readonly input: TrialOrder; readonly output: TriedWords };
  readonly simulate: { readonly input: SimulationOrder; readonly output: SimulationReport };
  /** Fewer than the calls if the time ran out. */
  readonly replay: { readonly input: ReplayOrder; readonly output: readonly ReplayedCall[] };
  readonly graph: { readonly input: OfText; readonly output: GraphedFlow };
  /** An SVG file in UTF-8: up to 12 MB for the largest flows, and bytes change hands without being copied. */
  readonly diagram: { readonly input: DrawingResult; readonly output: Uint8Array<ArrayBuffer> };
  /** The document as JSON text, with its keys in order. */
  readonly json: { readonly input: OfText; readonly output: string };
  /** A source of a knowledge base; one without content causes the fault `knowledge/invalid`. */
  readonly cut: { readonly input: UncutSource; readonly output: PackedSource };
  /** A sound file as WAV of PCM16 mono at 16 kHz; an unplayable one causes the fault `sound/invalid`. */
  readonly sound: {
    readonly input: { readonly bytes: Uint8Array };
    readonly output: Uint8Array<ArrayBuffer>;
  };
  readonly rewrite: { readonly input: RewriteResult; readonly output: SpliceResult };
}

export type JobKind = keyof Jobs;
export type Input<K extends JobKind = JobKind> = Jobs[K]["input"];
export type Output<K extends JobKind = JobKind> = Jobs[K]["output"];

export interface Job {
  readonly kind: JobKind;
  readonly input: Input;
  readonly known: DocumentFacts;
  /** Texts of other flows that will probably be needed. */
  readonly texts: OtherTexts;
}

/** Texts by the ids in their documents; null: no such flow. */
export type OtherTexts = ReadonlyMap<string, string | null>;

export type ToWorker =
  | { readonly type: "job"; readonly job: Job }
  /** Texts of the needed flows. */
  | { readonly type: "texts"; readonly texts: OtherTexts };

export type FromWorker =
  | { readonly type: "ready"; readonly thread: number | undefined }
  /** Other flows of the account, by the ids in their documents. */
  | { readonly type: "wanted"; readonly ids: readonly string[] }
  | { readonly type: "done"; readonly output: Output }
  | {
      readonly type: "refused";
      readonly code: FaultCode;
      readonly message: string;
      readonly options: Omit<FaultOptions, "cause">;
    }
  | { readonly type: "failed"; readonly message: string };
