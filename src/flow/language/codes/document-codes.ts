// Problem codes VF100 to VF118: the text, its keys and its names.

import type { Code } from "./problem-code.ts";

export const documentCodes = {
  VF100: {
    severity: "error",
    title: "not a flow",
    explanation: "A flow is a map of keys and starts with the version of the language.",
    example: "id: booking   # voice_flow: 1 is missing",
  },
  VF101: {
    severity: "error",
    title: "not YAML",
    explanation: "The YAML is invalid. Often, a text that contains ': ' needs quotes.",
    example: "say: Your choice: tea or coffee?",
  },
  VF102: {
    severity: "error",
    title: "a value starts with {{ without quotes",
    explanation: "YAML reads { as the start of a map, so the whole value needs quotes.",
    example: "say: {{ name }}, hello",
  },
  VF103: {
    severity: "error",
    title: "a tag",
    explanation:
      "In YAML, '!' starts a tag, so the condition would be empty. Write 'not'. Other tags are not allowed either.",
    example: "if: !done",
  },
  VF104: {
    severity: "error",
    title: "a phone key without quotes",
    explanation:
      "In YAML, # starts a comment, * an alias, and a digit is a number. Write phone keys in quotes.",
    example: "dtmf: #",
  },
  VF105: {
    severity: "error",
    title: "a phone number without quotes",
    explanation: "YAML reads it as a number and drops the plus sign.",
    example: "phone: +4930123456",
  },
  VF106: {
    severity: "error",
    title: "an alias",
    explanation:
      "Aliases and merge keys are not allowed, so that all programs read a flow the same way. Use 'types'.",
    example: "two: *one",
  },
  VF107: {
    severity: "error",
    title: "too large",
    explanation: "A flow can have at most 256 KiB, 30 levels and 1,000 nodes.",
    example: "a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
  },
  VF108: {
    severity: "error",
    title: "a duplicate key",
    explanation: "Only one of the two would be used. Rename one, or merge them.",
    example: "nodes: {a: {say: Hello., next: b}, a: {end: done}}",
  },
  VF109: {
    severity: "error",
    title: "a comma that ends a text",
    explanation:
      "Inside { }, a comma ends an unquoted text or expression, and the rest becomes a key. Write quotes.",
    example: "{say: Hello, Ada., next: menu}",
  },
  VF110: {
    severity: "error",
    title: "unknown key",
    explanation: "The key does not exist here, or only for another verb or type.",
    example: "langages: [en, de]",
  },
  VF111: {
    severity: "error",
    title: "missing key",
    explanation: "A required key is missing.",
    example: "phone: {type: phone, ask: Your number?}   # region",
  },
  VF112: {
    severity: "error",
    title: "wrong shape",
    explanation: "The value has the wrong type or is out of range.",
    example: "timeout: 4",
  },
  VF113: {
    severity: "error",
    title: "an invalid or reserved name",
    explanation:
      "Ids start with a lower-case letter, followed by lower-case letters, digits and _. Some names are reserved: outcomes and events of the engine, words of expressions, and names of types.",
    example: "end: hung_up",
  },
  VF114: {
    severity: "error",
    title: "unknown type",
    explanation:
      "The type is neither built in nor declared under 'types', or types refer to each other in a circle.",
    example: "guests: {type: nummer}",
  },
  VF115: {
    severity: "error",
    title: "a choice without options",
    explanation: 'Write at least one option, or take them from data: options: "{{ slots }}".',
    example: "dept: {type: choice, options: []}",
  },
  VF116: {
    severity: "error",
    title: "a phone key is used twice",
    explanation: "Two options of one choice, or two handlers active at the same time, use the same key.",
    example: 'options: [{id: a, dtmf: "1"}, {id: b, dtmf: "1"}]',
  },
  VF117: {
    severity: "error",
    title: "one word for two options",
    explanation: "A phrase must belong to one option only. Case and punctuation are ignored.",
    example: "options: [{id: a, synonyms: [buy]}, {id: b, synonyms: [Buy]}]",
  },
  VF118: {
    severity: "warning",
    title: "a comment right after a text",
    explanation: "# starts a comment, so the rest of the text is not spoken. If it should be, write quotes.",
    example: "say: Please press # to finish",
  },
} as const satisfies Readonly<Record<string, Code>>;
