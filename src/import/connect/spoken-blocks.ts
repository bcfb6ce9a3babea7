// Spoken blocks of Amazon Connect: speak to callers and listen to them.

import { standIns } from "../mapping-notes.ts";
import type { Fields } from "../export-data.ts";
import { keyedLabels } from "../menus/keyed-labels.ts";
import type { Note, SourceEdge, SourceVariable } from "../source-flow.ts";
import { approximate, type Block, edgesOf, errorOf, manual, type Step, waysOf } from "./block-kit.ts";
import { withNames, withoutTags } from "./references.ts";

interface Words {
  readonly text: string | undefined;
  readonly notes: readonly Note[];
}

function wordsOf(parameters: Fields): Words {
  const text = parameters.text("Text") ?? parameters.text("SSML");
  const plain = text === undefined ? undefined : withoutTags(withNames(text));
  const notes: Note[] = [];
  if (text !== undefined && plain !== withNames(text).replaceAll(/\s+/g, " ").trim())
    notes.push(approximate("its SSML tags are left out"));
  if (parameters.text("PromptId") !== undefined || parameters.has("Media")) {
    parameters.at("Media").rest();
    notes.push(standIns.recordedLine);
  }
  return { text: plain === "" ? undefined : plain, notes };
}

export function message({ action }: Block): Step {
  const parameters = action.at("Parameters");
  parameters.passOver("SkipWhenDTMFBufferPresent");
  const { text, notes } = wordsOf(parameters);
  return { work: text === undefined ? { is: "branch" } : { is: "words", text, waits: false }, notes };
}

export function iteratively({ action }: Block): Step {
  const [first, ...more] = action.at("Parameters").list("Messages").map(wordsOf);
  return {
    work: first?.text === undefined ? { is: "branch" } : { is: "words", text: first.text, waits: false },
    notes: [
      ...(first?.notes ?? []),
      approximate("it is spoken once"),
      ...(more.length > 0 ? [manual("only the first of its messages is spoken")] : []),
    ],
  };
}

export function input({ action, id }: Block): Step {
  const parameters = action.at("Parameters");
  const { text = "", notes } = wordsOf(parameters);
  parameters.passOver("InputTimeLimitSeconds", "DTMFConfiguration", "InputValidation");
  const stores =
    parameters.text("StoreInput")?.toLowerCase() === "true" || parameters.flag("StoreInput") === true;
  if (parameters.has("InputEncryption")) parameters.at("InputEncryption").rest();
  const encrypted: Note[] = parameters.has("InputEncryption")
    ? [manual("its answer is not encrypted: write sensitive: true at its variable")]
    : [];
  const asked = approximate("it is asked up to three times before silence takes its edge");
  const otherwise = errorOf(action, "InputTimeLimitExceeded", "NoMatchingCondition", "NoMatchingError");
  const ways = waysOf(action);
  if (stores || ways.length === 0)
    return {
      work: {
        is: "ask",
        text,
        variable: { name: "StoredCustomerInput", type: "digits", choices: [], description: undefined },
      },
      notes: [...notes, ...encrypted, asked],
      otherwise,
    };
  const keys = [...new Set(ways.flatMap(({ operands }) => operands))];
  const isAskedOnce =
    errorOf(action, "NoMatchingCondition", "NoMatchingError") ===
    errorOf(action, "InputTimeLimitExceeded", "NoMatchingError");
  const labels = keyedLabels(text);
  const variable: SourceVariable = {
    name: `Input.${id}`,
    type: "choice",
    choices: keys.map((key) => labels.get(key) ?? key),
    alike: new Map(keys.flatMap((key) => (labels.has(key) ? [[key, labels.get(key) ?? key] as const] : []))),
    description: undefined,
  };
  return {
    work: { is: "ask", text, variable, isAskedOnce },
    notes: isAskedOnce ? notes : [...notes, asked],
    edges: edgesOf(ways, `{{Input.${id}}}`),
    otherwise,
  };
}

export function bot({ action, id }: Block): Step {
  const parameters = action.at("Parameters");
  const { text, notes } = wordsOf(parameters);
  parameters.at("LexV2Bot").rest();
  parameters.at("LexBot").rest();
  parameters.passOver("LexSessionAttributes", "LexInitializationData", "LexTimeoutSeconds");
  const edges = waysOf(action).flatMap(({ operands, to }): readonly SourceEdge[] =>
    operands.map((intent) => ({
      condition: { is: "prompt", words: `the caller wants '${intent.replaceAll(/[{}]/g, "")}'` },
      label: intent,
      to,
    })),
  );
  return {
    work: {
      is: "talk",
      instructions: "Find out what the caller wants, and take the exit that fits.",
      opening: text,
      variables: [],
      tools: [],
      isGlobal: true,
    },
    notes: [...notes, manual(`a model replaces the Lex bot, whose slots are not imported (${id})`)],
    edges,
    otherwise: errorOf(action, "NoMatchingCondition", "NoMatchingError"),
  };
}
