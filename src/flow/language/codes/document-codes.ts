// Problem codes VF100 to VF118: the text, its keys and its names.

import type { Code } from "./problem-code.ts";

export const documentCodes = {
  VF100: {
    severity: "error",
    title: "not a flow",
    explanation: "A flow is a map of keys with the version of the language.",
    example: "id: booking   # voice_flow: 1 is missing",
  },
  VF101: {
    severity: "error",
    title: "not YAML",
    explanation: "The text can not be read. Often a text with ': ' in it needs quotes.",
    example: "say: Your choice: tea or coffee?",
  },
  VF102: {
    severity: "error",
    title: "a value begins with {{ without quotes",
    explanation: "YAML takes { for the beginning of a map, so the whole value needs quotes.",
    example: "say: {{ name }}, hello",
  },
  VF103: {
    severity: "error",
    title: "a tag",
    explanation:
      "'!' begins a tag in YAML and is not 'not': the condition would be empty. Write 'not'. Other tags are refused too.",
    example: "if: !done",
  },
  VF104: {
    severity: "error",
    title: "a key of the phone without quotes",
    explanation:
      "# begins a comment, * an alias, and a bare digit is a number: keys of the phone need quotes.",
    example: "dtmf: #",
  },
  VF105: {
    severity: "error",
    title: "a phone number without quotes",
    explanation: "YAML makes a number of it and drops the plus sign.",
    example: "phone: +4930123456",
  },
  VF106: {
    severity: "error",
    title: "an alias",
    explanation: "Aliases and merge keys are refused, so that a flow reads the same everywhere. Use 'types'.",
    example: "two: *one",
  },
  VF107: {
    severity: "error",
    title: "too large",
    explanation: "A flow has at most 256 KiB, 30 levels and 1,000 nodes.",
    example: "a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
  },
  VF108: {
    severity: "error",
    title: "a key that is there twice",
    explanation: "Only one of the two would count. Rename one or put them together.",
    example: "nodes: {a: {say: Hello., next: b}, a: {end: done}}",
  },
  VF109: {
    severity: "error",
    title: "a comma ends a text",
    explanation:
      "Inside { } a comma ends an unquoted text or expression, and the rest becomes a key. Quote it.",
    example: "{say: Hello, Ada., next: menu}",
  },
  VF110: {
    severity: "error",
    title: "unknown key",
    explanation: "The language has no such key here, or only for another verb or type.",
    example: "langages: [en, de]",
  },
  VF111: {
    severity: "error",
    title: "missing key",
    explanation: "Something that is needed is not there.",
    example: "phone: {type: phone, ask: Your number?}   # region",
  },
  VF112: {
    severity: "error",
    title: "wrong shape",
    explanation: "The value is of another kind than the key accepts, or outside its bounds.",
    example: "timeout: 4",
  },
  VF113: {
    severity: "error",
    title: "bad or reserved name",
    explanation:
      "Ids begin with a small letter and continue with small letters, digits and _. Some names are reserved: outcomes of the engine, words of expressions, names of types and of the engine's own events.",
    example: "end: hung_up",
  },
  VF114: {
    severity: "error",
    title: "unknown type",
    explanation: "It is neither built in nor under 'types', or types refer to each other in a circle.",
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
    title: "a key of the phone is used twice",
    explanation:
      "Two options of one choice, or two handlers that listen at the same time, want the same key.",
    example: 'options: [{id: a, dtmf: "1"}, {id: b, dtmf: "1"}]',
  },
  VF117: {
    severity: "error",
    title: "one word for two options",
    explanation: "A caller's phrase must mean one option only. Case and punctuation make no difference.",
    example: "options: [{id: a, synonyms: [buy]}, {id: b, synonyms: [Buy]}]",
  },
  VF118: {
    severity: "warning",
    title: "a comment right after a text",
    explanation:
      "# begins a comment, so the end of the text is lost if it was meant to be spoken. Quote the text.",
    example: "say: Please press # to finish",
  },
} as const satisfies Readonly<Record<string, Code>>;
