// Import table of the flow language: the allowed imports of its rooms.

/**
 * The bottom of the flow language, beneath its three rooms: values of variables, the reading and speaking of human
 * languages, and text search.
 */
const ground = ["src/base", "src/flow/value", "src/flow/locale", "src/flow/knowledge"];
/** Parts of a written flow, before any check. */
const written = ["src/flow/language/source", "src/flow/language/schema", "src/flow/language/codes"];
/** Running parts of a flow: its program, and the expressions in it. */
const running = [
  "src/flow/language/expression",
  "src/flow/language/program.ts",
  "src/flow/language/type-conformity.ts",
];

/** The rows of the import table for src/flow, the manual, and the texts of voices. */
export const flowParts: Readonly<Record<string, readonly string[]>> = {
  "src/flow/value": ["src/base"],
  "src/flow/locale": ["src/base", "src/flow/value"],
  "src/flow/knowledge": ["src/base", "src/flow/locale"],
  // Spoken forms of a written text: the words are in the packs.
  "src/spoken": ["src/flow/locale"],
  "src/flow/language/source": ["src/base"],
  "src/flow/language/schema": ["src/base", "src/flow/value", "src/flow/locale/acts.ts"],
  "src/flow/language/codes": ["src/base"],
  "src/flow/language/expression": [...ground, "src/flow/language/source"],
  "src/flow/language/program.ts": [
    "src/flow/value",
    "src/flow/locale/acts.ts",
    "src/flow/knowledge",
    "src/flow/language/expression",
  ],
  "src/flow/language/type-conformity.ts": ["src/flow/value", ...running],
  "src/flow/language/model": [...ground, ...written, ...running],
  "src/flow/language/compile": [...ground, ...written, ...running, "src/flow/language/model"],
  "src/flow/language/check": [
    ...ground,
    ...written,
    ...running,
    "src/flow/language/model",
    "src/flow/language/compile",
    // Sounds in a flow are checked.
    "src/spoken/en/respelling.ts",
  ],
  // find-problems.ts and load-flow.ts: all steps from a text to a program.
  "src/flow/language": ["src/base"],

  // The rules of languages, and their reader.
  "src/flow/grammar": ["src/base", "src/flow/value"],
  "src/flow/engine/understand": [...ground, "src/flow/grammar"],
  "src/flow/engine/run": [...ground, ...running, "src/flow/grammar", "src/flow/engine/understand"],
  "src/flow/engine/guide": [
    ...ground,
    "src/flow/engine/expectation.ts",
    "src/flow/engine/understand",
    "src/flow/engine/run/step-contract.ts",
    "src/flow/grammar",
  ],
  // Parts for a caller of the engine: work outside, HTTP tools, a flow in text, expected phrases.
  "src/flow/engine": [...ground, ...running],

  "src/flow/author/document": ["src/base", ...written, "src/flow/language/model"],
  "src/flow/author/draw": ["src/base", "src/flow/author/document", ...written, "src/flow/language/model"],
  "src/flow/author/edit": [
    "src/base",
    // Words of a new node.
    "src/flow/locale",
    "src/flow/author/document",
    ...written,
    "src/flow/language/expression",
    "src/flow/language/model",
  ],
  "src/flow/author/testing": [
    ...ground,
    "src/flow/grammar",
    "src/flow/language",
    "src/flow/engine",
    "src/flow/author/document",
  ],
  // Recorded calls on another version of their flow.
  "src/flow/author/replay": [...ground, "src/flow/language", "src/flow/engine", "src/flow/author/testing"],
  "src/import": [
    "src/base",
    "src/flow/value",
    // The words that identify a language, and default texts of an export.
    "src/flow/locale",
    "src/flow/language/source",
    "src/flow/language/model",
    "src/flow/language/schema/way-keys.ts",
    "src/flow/language/check/check-ids.ts",
  ],
  "src/flow/author/language-reference.ts": [...written, "src/flow/language/expression"],
  // The names that expressions can read are those that the checker and the engine have.
  "src/flow/author/name-reference.ts": [
    "src/flow/language/expression",
    "src/flow/language/check/type-environment.ts",
    "src/flow/engine/run/step-contract.ts",
  ],
  // The manual: its chapters, their examples, and the tables that the program itself fills.
  "src/manual": ["src/config.ts", "src/import/importer.ts", "src/flow/author/name-reference.ts"],
};
