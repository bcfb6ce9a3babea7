// Problem codes VF601 to VF804: requests that leave the service, languages, and the embedded tests.

import type { Code } from "./problem-code.ts";

export const outsideCodes = {
  VF601: {
    severity: "error",
    title: "not a usable address",
    explanation:
      "It is a method and an address, such as GET https://example.com/path. Hooks have an address only, without {{ }}.",
    example: "http: https://booking.example.com   # GET",
  },
  VF602: {
    severity: "error",
    title: "not https",
    explanation: "Addresses are https, unless the operator allows that host.",
    example: "http: GET http://booking.example.com/tables",
  },
  VF603: {
    severity: "error",
    title: "the host is not fixed",
    explanation:
      "Everything up to the first / after the host stands in the document, or a value could choose who is called.",
    example: "http: GET https://{{ host }}/tables",
  },
  VF604: {
    severity: "warning",
    title: "a secret in an address",
    explanation: "Addresses end up in logs of others. Send it in a header.",
    example: "http: GET https://example.com/?key={{ secrets.KEY }}",
  },
  VF605: {
    severity: "error",
    title: "an undeclared secret",
    explanation: "Names of secrets are listed under 'secrets'; their values are stored in the account.",
    example: 'headers: {Authorization: "Bearer {{ secrets.KEY }}"}',
  },
  VF607: {
    severity: "error",
    title: "a missing argument",
    explanation: "Every parameter of a tool and every required input of a flow gets a value under 'with'.",
    example: "search: {tool: find_table, with: {day: day}, …}",
  },
  VF608: {
    severity: "error",
    title: "no edge for a failure",
    explanation: "Tools and called flows can fail: on_error is the edge for that.",
    example: "search: {tool: find_table, next: offer}",
  },
  VF609: {
    severity: "error",
    title: "no edge for a transfer that fails",
    explanation: "A transfer can fail: on_failed is the edge for that.",
    example: 'desk: {transfer: "tel:+33140000000"}',
  },
  VF610: {
    severity: "error",
    title: "an address that is refused",
    explanation: "Only public addresses can be reached, unless the operator allows others.",
    example: "http: GET https://192.168.0.10/tables",
  },
  VF611: {
    severity: "warning",
    title: "something sensitive leaves",
    explanation:
      "A sensitive value goes into an address, a model's goal or an event, where others can read it.",
    example: "emit: {card.given: {card: card}}",
  },
  VF612: {
    severity: "error",
    title: "a caller could choose who is called",
    explanation:
      "The scheme of a transfer is fixed, a tel: address holds nothing that was asked, and a sip: address only a choice or digits before the @.",
    example: 'transfer: "tel:{{ number }}"',
  },
  VF613: {
    severity: "warning",
    title: "a secret without a value",
    explanation: "The account has no value for it yet: PUT /v1/secrets/{name}.",
    example: "secrets: [BOOKING_KEY]",
  },
  VF614: {
    severity: "error",
    title: "keys that no phone has",
    explanation: "Only 0 to 9, * and # can be pressed, and w is a pause of half a second.",
    example: 'press: "one"',
  },
  VF620: {
    severity: "warning",
    title: "a base without anything in it",
    explanation:
      "The account has no such base, or it is empty: POST /v1/knowledge/{base}/sources adds to it.",
    example: "knowledge: {faq: opening-hours}",
  },
  VF621: {
    severity: "error",
    title: "no edge for an empty result",
    explanation: "Knowledge sometimes has no answer: not_found is the edge for that.",
    example: "help: {answer_from: faq, next: bye}",
  },
  VF630: {
    severity: "error",
    title: "a part is kept longer than the whole",
    explanation:
      "The numbers are the last data of a session: nothing is kept longer. Recordings and messages after the tone have words in them, so neither is there without days of its own.",
    example: "retention: {numbers: 30, words: 90}",
  },
  VF701: {
    severity: "error",
    title: "unknown language",
    explanation: "It is no language tag, or not among the flow's languages.",
    example: "say: {en: Hello., fr: Bonjour.}   # languages: [en, de]",
  },
  VF702: {
    severity: "warning",
    title: "a text is missing in a language",
    explanation: "The flow speaks several languages, and this text stands in some of them only.",
    example: "say: Hello.   # languages: [en, de]",
  },
  VF703: {
    severity: "warning",
    title: "no language pack",
    explanation: "Answers in this language are understood by keys and by a model only.",
    example: "language: fi",
  },
  VF704: {
    severity: "info",
    title: "limits of a model as ears",
    explanation:
      "A realtime model that hears says how it understands an answer, but not how well it heard. It is not asked what words mean at sensitive questions, and where no model may help.",
    example: "defaults: {stt: {provider: openai-realtime-ears}}",
  },
  VF710: {
    severity: "info",
    title: "a language that the built-in ears do not hear",
    explanation:
      "The built-in recogniser hears English only. A server (STT_URL) or a vendor hears other languages; keys and typed words work in any.",
    example: "language: de",
  },
  VF707: {
    severity: "warning",
    title: "a hole of another language",
    explanation: "The text is spoken as written. Values stand in {{ }}.",
    example: 'say: "Hello {name}."',
  },
  VF708: {
    severity: "warning",
    title: "mark-up for voices",
    explanation:
      "SSML is left out, since every voice has its own. Write {{ pause('500ms') }}, or set a word's pronunciation under 'pronounce'.",
    example: "say: \"One moment. <break time='1s'/> Here it is.\"",
  },
  VF709: {
    severity: "warning",
    title: "an unknown voice",
    explanation:
      "The voice that speaks has no such name and stays as it is; heart speaks for slt, michael for rms, awb and kal, which are no more. Known only where the built-in voice is used.",
    example: "voice: {name: amelia}",
  },
  VF712: {
    severity: "error",
    title: "neither words nor phones",
    explanation:
      "How a word is spoken is written in words or syllables (shih-VAWN), or in the phones of English (SH IH0 V AO1 N, ARPAbet with the stress behind each vowel). Voices read no other signs.",
    example: "pronounce: {Siobhan: SH IH0 V AO1 NN}",
  },
  VF711: {
    severity: "warning",
    title: "a language that the built-in voice does not speak",
    explanation:
      "The built-in voices speak English alone. A server (TTS_URL) or a vendor speaks other languages. Known only where the embedded voice is used.",
    example: "language: de",
  },
  VF713: {
    severity: "warning",
    title: "a machine that calls people does not say so",
    explanation:
      "A person called by a machine has to learn that at once (EU AI Act, article 50). A flow with the handler voicemail calls people, so its first words name the assistant.",
    example: "hello: {say: Hello from Harbour Dental., next: bye}   # voicemail: {next: bye}",
  },
  VF801: {
    severity: "info",
    title: "no tests",
    explanation:
      "The flow uses an outside service, or a model. Tests in the document show that every path works, without a call.",
    example: "search: {tool: find_table, on_error: sorry, next: offer}   # no tests",
  },
  VF802: {
    severity: "info",
    title: "a path that no test takes",
    explanation: "Reported by the test runner, which records the paths of the tests.",
    example: "on_error: desk   # no mock fails",
  },
  VF803: {
    severity: "error",
    title: "a test names something unknown",
    explanation: "A node, variable, tool, event or outcome that the flow does not have.",
    example: "script: [{user: hello}, {at: mian}]",
  },
  VF804: {
    severity: "warning",
    title: "a test's context that nothing reads",
    explanation: "Its key names no variable, and no expression reads it as context.key.",
    example: "context: {guest: 4}   # the variable is guests",
  },
} as const satisfies Readonly<Record<string, Code>>;
