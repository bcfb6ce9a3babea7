// Problem codes VF201 to VF308: names, data and expressions.

import type { Code } from "./problem-code.ts";

export const meaningCodes = {
  VF201: {
    severity: "error",
    title: "unknown variable",
    explanation:
      "Variables are declared under 'variables'. A literal text in an expression needs quotes of its own.",
    example: "set: {dept: sales}   # \"'sales'\"",
  },
  VF202: {
    severity: "error",
    title: "unknown function or filter",
    explanation: "The functions and filters are a fixed list; see below.",
    example: 'say: "{{ name | shout }}"',
  },
  VF203: {
    severity: "error",
    title: "unknown node",
    explanation: "An edge leads to a node that does not exist.",
    example: "next: as_k",
  },
  VF204: {
    severity: "error",
    title: "RESUME outside a handler",
    explanation:
      "RESUME returns to the place that a handler interrupted. 'start' must not reach it without passing a handler. A call ends in an 'end' node.",
    example: "greet: {say: Hello., next: RESUME}",
  },
  VF205: {
    severity: "error",
    title: "unknown tool",
    explanation: "Tools are declared under 'tools'.",
    example: "tool: find_tabel",
  },
  VF206: {
    severity: "error",
    title: "read but never set",
    explanation:
      "Nothing asks for the variable, sets it, saves into it or brings it in, so it is always empty.",
    example: 'ref: {type: text}   # and say: "{{ ref }}"',
  },
  VF207: {
    severity: "warning",
    title: "variable never used",
    explanation: "Nothing reads it or asks for it, and it is no output.",
    example: "spare: {type: number}",
  },
  VF208: {
    severity: "warning",
    title: "may still be empty here",
    explanation:
      "On at least one path to this place the variable is empty, so it cannot be spoken, sent or calculated. Ask for it before, give it a default, write {{ x ?? 'something' }}, or come here only if filled(x).",
    example: 'greet: {say: "Hello {{ name }}.", next: ask_name}',
  },
  VF209: {
    severity: "info",
    title: "the clock without a time zone",
    explanation: "Without 'timezone' today and now mean UTC.",
    example: 'day: {type: date, min: "{{ today() }}"}',
  },
  VF210: {
    severity: "error",
    title: "variables clear each other in a circle",
    explanation: "A change would clear the variable that changed.",
    example: "a: {depends_on: [b]}, b: {depends_on: [a]}",
  },
  VF211: {
    severity: "error",
    title: "flows call each other in a circle, or too deep",
    explanation: "A flow may not call itself, also not through others, and at most 5 may be open at once.",
    example: "again: {call: this-flow, on_error: bye, next: bye}",
  },
  VF212: {
    severity: "error",
    title: "unknown flow",
    explanation:
      "The account has no flow with that id, or it has errors. Where no account is known this is a warning.",
    example: "verify: {call: verify-caler, on_error: desk, next: main}",
  },
  VF215: {
    severity: "error",
    title: "unknown opening hours",
    explanation: "Opening hours are declared under 'hours', and named between quotes. Tools do not see them.",
    example: "if: is_open('ofice')",
  },
  VF230: {
    severity: "error",
    title: "unknown knowledge",
    explanation: "Sources of a flow's answers are declared under 'knowledge'.",
    example: "answer_from: fag",
  },
  VF231: {
    severity: "warning",
    title: "knowledge that is never used",
    explanation: "No node answers from it, and 'defaults' do not either.",
    example: "knowledge: {faq: [We are open every day.]}",
  },
  VF232: {
    severity: "error",
    title: "a page or a file that cannot be read",
    explanation:
      "Callers find nothing of it. A file lies beside the flow, and on a server in the flow's own base; a page is read when the flow is stored. What may still come is a warning.",
    example: "knowledge: {faq: [prices.pdf]}",
  },
  VF233: {
    severity: "error",
    title: "a sound that can not be played",
    explanation:
      "A sound is a WAV file beside the flow, at most 16 MiB and 120 seconds, on a server a sound of the account, or an address that can be reached. Where it is only not there yet, this is a warning, and the voice says the text.",
    example: "say: {sound: welcome.mp3, text: Welcome.}   # welcome.wav",
  },
  VF234: {
    severity: "warning",
    title: "a text that its sound does not speak",
    explanation: "A sound is the same each time, and its text stands for it in transcripts and for models.",
    example: 'say: {sound: hello.wav, text: "Hello {{ name }}."}',
  },
  VF301: {
    severity: "error",
    title: "not an expression",
    explanation:
      "The expression can not be read. Conditions are written with words: and, or, not, x if c else y.",
    example: 'if: "free && open"',
  },
  VF302: {
    severity: "error",
    title: "an expression that is nested too deep",
    explanation: "At most 40 levels. Use 'set' for the parts.",
    example: "if: ((((((((((((((((((((((((((((((((((((((((( free )))))))))))))))))))))))))))))))))))))))))",
  },
  VF303: {
    severity: "error",
    title: "not a condition",
    explanation: "A condition is true or false; nothing else counts as true.",
    example: "if: name   # filled(name)",
  },
  VF304: {
    severity: "error",
    title: "types that do not go together",
    explanation: "Nothing is converted silently.",
    example: "set: {later: day + 1}   # add_days(day, 1)",
  },
  VF305: {
    severity: "error",
    title: "not a value of this type",
    explanation: "The variable can never be that: not one of the options, or no date, time or time zone.",
    example: "if: dept == 'sale'",
  },
  VF306: {
    severity: "error",
    title: "wrong number of arguments",
    explanation: "The function takes more or fewer.",
    example: "if: contains(others)",
  },
  VF307: {
    severity: "error",
    title: "a value of another type",
    explanation:
      "The variable or parameter can not hold it. An outcome must come from a closed set: options, literals, joined by ?? and if.",
    example: "set: {guests: \"'four'\"}",
  },
  VF308: {
    severity: "error",
    title: "an invalid pause",
    explanation:
      "A pause stands alone in {{ }}, in a spoken text, with a duration of 50ms to 10s between quotes.",
    example: "say: \"One moment. {{ pause(2) }} Here it is.\"   # pause('2s')",
  },
} as const satisfies Readonly<Record<string, Code>>;
