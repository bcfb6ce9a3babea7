// Document jobs: work on a document, for each kind of job, from a text and known facts to a sendable answer.

import { sampleRate } from "../audio/frame.ts";
import { readSound, SoundError } from "../audio/sound-file.ts";
import { writeWav } from "../audio/wav.ts";
import { assert } from "../base/assert.ts";
import { Fault } from "../base/fault.ts";
import { operatorAllows } from "../base/outbound/outbound-allow.ts";
import { diagramOf } from "../flow/author/draw/svg-diagram.ts";
import { type Graph, graphOf } from "../flow/author/document/document-graph.ts";
import { type Knowledge, type LoadedFlow, loadFlow } from "../flow/language/load-flow.ts";
import { ownBase, ownSourceKind } from "../flow/knowledge/own-source.ts";
import type { FlowNode, Program } from "../flow/language/program.ts";
import { isSoundAddress } from "../flow/value/sound-name.ts";
import { withRenamedNodes } from "../flow/author/document/node-renames.ts";
import { plainFrom } from "../flow/language/source/same-document.ts";
import { splice, type SpliceResult } from "../flow/language/source/splice.ts";
import { checkDocument } from "./flow-text-check.ts";
import type { Input, JobKind, DocumentFacts, NamedPages, Output, RewriteResult } from "./document-message.ts";
import { cutSource, packedSource } from "./sources/cut-source.ts";
import { replayIn } from "./replay-job.ts";
import { runnableFlow, sayTo, simulateIn, testFlow } from "./run-tests.ts";
import { jsonTextOf, readYaml } from "./yaml.ts";

export interface JobTools {
  readonly load: (text: string) => LoadedFlow;
  /** Processor time of this thread in milliseconds. */
  readonly usedMs: () => number;
}

export interface JobServices {
  /** The text of the account's flow with this id. */
  readonly resolveFlow: (id: string) => string | undefined;
}

type Does = {
  readonly [K in JobKind]: (input: Input<K>, doing: JobTools) => Output<K> | Promise<Output<K>>;
};

/** Jobs; each throws a Fault for a wrong input. */
export const jobs: Does = {
  check({ text }, { load }) {
    let program: Program | undefined;
    const checked = checkDocument(text, (each) => {
      const loaded = load(each);
      program = loaded.program;
      return loaded.problems;
    });
    return { ...checked, ...(program !== undefined && { pages: pagesIn(program) }) };
  },
  load({ text }, { load }) {
    const { problems, program } = runnableFlow(text, load);
    return { problems, program };
  },
  test({ text }, { load, usedMs }) {
    const flow = runnableFlow(text, load);
    return { problems: flow.problems, report: testFlow(text, flow, usedMs) };
  },
  say: ({ text, says }, { load, usedMs }) => sayTo(runnableFlow(text, load), says, usedMs),
  simulate: (wanted, { load, usedMs }) => simulateIn(wanted, runnableFlow(wanted.text, load), usedMs),
  replay: (order, { usedMs }) => replayIn(order, usedMs),
  graph({ text }, { load }) {
    const graph = graphOfStored(text);
    const { diagnostics } = checkDocument(text, (checked) => load(checked).problems);
    return { graph, diagnostics };
  },
  diagram: ({ text, ...options }) => new TextEncoder().encode(diagramOf(graphOfStored(text), options)),
  json({ text }) {
    const { document } = readYaml(text);
    assert(document !== undefined, "only documents are stored");
    return jsonTextOf(document);
  },
  cut: (source) => packedSource(cutSource(source)),
  sound: convertSound,
  rewrite: rewriteFlow,
};

function pagesIn({ id: documentId, language, knowledge, nodes }: Program): NamedPages {
  const acting = [...nodes.values()].flatMap((node) => [node, ...node.handlers]);
  const sources = [...knowledge.values()].flatMap((each) => ("passages" in each ? (each.sources ?? []) : []));
  const addresses = sources.filter((name) => ownSourceKind(name) === "page");
  return { documentId, language, addresses: [...new Set(addresses)], sounds: soundsIn(acting) };
}

/** Addresses only: files exist or not. */
function soundsIn(acting: readonly Pick<FlowNode, "sound">[]): readonly string[] {
  const named = acting.flatMap(({ sound }) => [...(sound?.values() ?? [])]);
  return [...new Set(named.filter(isSoundAddress))];
}

async function convertSound({ bytes }: Input<"sound">): Promise<Output<"sound">> {
  try {
    return writeWav({ rate: sampleRate, pcm: await readSound(bytes) });
  } catch (error) {
    if (!(error instanceof SoundError)) throw error;
    throw new Fault("sound/invalid", `The sound cannot be played: ${error.message}.`);
  }
}

function graphOfStored(text: string): Graph {
  const graph = graphOf(text);
  assert(graph !== undefined, "only documents are stored");
  return graph;
}

/** The stored text, changed only where the document changed. */
function rewriteFlow({ text, documentJson, renames }: RewriteResult): SpliceResult {
  const wanted = plainFrom(JSON.parse(documentJson));
  return splice(text, wanted instanceof Map ? withRenamedNodes(wanted, renames) : wanted, renames);
}

/** Loader of flows with these known facts. */
export function loaderOf(
  { secrets, bases, ownSources, sounds, unread, allow, hearsOnly, voices }: DocumentFacts,
  jobServices: JobServices,
): JobTools["load"] {
  const names = new Set(secrets);
  const ofAccount = { resolveFlow: jobServices.resolveFlow, knowsSecret: (name: string) => names.has(name) };
  const knowledge: Knowledge = {
    outboundAllowed: operatorAllows(allow),
    ...(hearsOnly !== undefined && { hearsOnly }),
    ...(voices !== undefined && { voices }),
    ...(bases !== undefined && { passagesIn: (base: string) => bases.get(base) }),
    ...(sounds !== undefined && { soundProblem: soundProblems(sounds, unread) }),
    ...(ownSources !== undefined && { readSource: sourcesOf(ownSources, unread) }),
    ...(secrets !== undefined && ofAccount),
  };
  return (text) => loadFlow(text, knowledge);
}

/** Pages and files of a flow in its base: missing ones are reported. */
const sourcesOf =
  (
    namesByBase: NonNullable<DocumentFacts["ownSources"]>,
    unread: DocumentFacts["unread"],
  ): NonNullable<Knowledge["readSource"]> =>
  (documentId, name) => {
    const base = ownBase(documentId);
    const why = unread?.get(name);
    const isThere = namesByBase.get(base)?.has(name) === true;
    if (why !== undefined) {
      const problem = isThere
        ? `is as it was when it was last read. ${why}`
        : `is not there for callers. ${why}`;
      return { problem, hint: "store the flow again when it can be read", isFatal: false };
    }
    if (isThere) return undefined;
    const hint =
      ownSourceKind(name) === "page"
        ? "it is read when the flow is stored"
        : `add it with POST /v1/knowledge/${base}/sources, under this title`;
    return { problem: "is not there for callers yet", hint, isFatal: false };
  };

/** Sounds that the account lacks, and addresses without a sound. */
const soundProblems =
  (sounds: ReadonlySet<string>, unread: DocumentFacts["unread"]): NonNullable<Knowledge["soundProblem"]> =>
  (_, sound) => {
    const why = unread?.get(sound);
    if (why !== undefined)
      return {
        problem: `could not be loaded, so the voice speaks its text. ${why}`,
        hint: "store the flow again when it can be fetched",
        isFatal: false,
      };
    if (isSoundAddress(sound) || sounds.has(sound)) return undefined;
    const hint = `add it with PUT /v1/sounds/${encodeURIComponent(sound)}`;
    return { problem: "is not there for callers yet, and the voice says its text", hint, isFatal: false };
  };
