// Known lines: a flow's words before any value is known, so that a voice can prepare them. A line with a value is
// included, with a placeholder: its other sentences are still known.

import { renderUnfilled } from "../../language/expression/template-renderer.ts";
import type {
  Act,
  FlowNode,
  Handler,
  Program,
  Question,
  RecordField,
  TextsByLanguage,
  VariableType,
  Voice,
} from "../../language/program.ts";
import { languageOf } from "../../locale/languages.ts";
import type { Wordings } from "../../locale/wordings.ts";

export interface KnownLine {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
  /** Absent: the call's own. */
  readonly voice?: Voice;
}

/** A word of no flow, in the place of a value. */
export const unknownValue = "Qxzqx";

/** In document order, followed by those of called flows; the same line may come several times. */
export function* knownLines(program: Program): Generator<KnownLine> {
  const voices = new Map<string, Voice | undefined>();
  for (const node of program.nodes.values()) {
    voices.set(JSON.stringify(node.voice), node.voice);
    yield* linesAt(node, program);
    yield* handlerLines(node);
  }
  for (const voice of voices.values()) {
    for (const tool of program.tools.values()) if (tool.confirm) yield* linesOf(tool.confirm, voice);
    yield* engineLines(program, voice);
  }
  for (const called of program.calls.values()) yield* knownLines(called);
}

/** Lines of a node. */
export function* linesAt(node: FlowNode, program: Program): Generator<KnownLine> {
  for (const texts of saidAt(node, program)) yield* linesOf(texts, node.voice);
}

/** Lines of the handlers that listen at a node. */
export function* handlerLines(node: FlowNode): Generator<KnownLine> {
  for (const handler of node.handlers) yield* linesOf(spokenOf(handler), handler.voice ?? node.voice);
}

/** Lines of the engine in the languages of a program, the same in each flow and call. */
export function* engineLines({ languages }: Program, voice?: Voice): Generator<KnownLine> {
  for (const language of languages)
    for (const text of fixedWordings(languageOf(language).wordings)) yield lineOf(text, language, voice);
}

function fixedWordings(wordings: Wordings): readonly string[] {
  const fixed = Object.values(wordings).flatMap((words: unknown) =>
    typeof words === "string" || Array.isArray(words) ? (words as string | string[]) : [],
  );
  const asked = [wordings.digitByDigit(true), wordings.digitByDigit(false)];
  const acts = Object.values(wordings.acts).map((say) => say({ flow: "", filled: "" }));
  return [...fixed, ...acts, ...Object.values(wordings.fillers).flat(), ...asked];
}

function* saidAt(node: FlowNode, program: Program): Generator<TextsByLanguage> {
  yield spokenOf(node);
  yield* ofAct(node.act, program);
}

/** Without recorded sounds. */
function spokenOf({ say, sound }: FlowNode | Handler): TextsByLanguage {
  return sound === undefined ? say : new Map([...say].filter(([language]) => !sound.has(language)));
}

function* ofAct(act: Act, program: Program): Generator<TextsByLanguage> {
  if (act.type === "ask")
    for (const question of [...act.questions, ...act.ahead]) yield* ofQuestion(question, program);
  if (act.type === "converse" || act.type === "answer") yield act.noInput;
}

function* ofQuestion(
  { ask, noMatch, noInput, invalid, readBack, variable }: Question,
  { variables }: Program,
): Generator<TextsByLanguage> {
  yield* [ask, noMatch, noInput, invalid, readBack];
  const type = variables.get(variable)?.type;
  if (type !== undefined) yield* ofType(type);
}

function* ofType(type: VariableType): Generator<TextsByLanguage> {
  if (type.kind !== "list") return;
  if (type.more !== undefined) yield type.more;
  for (const field of type.fields ?? []) yield* ofField(field);
}

function* ofField({ ask, type }: RecordField): Generator<TextsByLanguage> {
  yield ask;
  yield* ofType(type);
}

function* linesOf(texts: TextsByLanguage, voice: Voice | undefined): Generator<KnownLine> {
  for (const [language, wordings] of texts)
    for (const template of wordings) {
      const { text, pieces = [{ text }] } = renderUnfilled(template, unknownValue);
      yield* pieces.filter((piece) => piece.text !== "").map((piece) => lineOf(piece.text, language, voice));
    }
}

const lineOf = (text: string, language: string, voice: Voice | undefined): KnownLine => ({
  text,
  language,
  ...(voice === undefined ? {} : { voice }),
});
