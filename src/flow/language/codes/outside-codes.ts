// Problem codes VF601 to VF804: requests that leave the service, languages, and the embedded tests.

import type { Code } from "./problem-code.ts";

export const outsideCodes = {
  VF601: {
    severity: "error",
    title: "an invalid URL",
    explanation:
      "Write a method and a URL, such as GET https://example.com/path. A hook has only a URL, without {{ }}.",
    example: "http: https://booking.example.com   # GET",
  },
  VF602: {
    severity: "error",
    title: "not https",
    explanation: "Only https is allowed, unless the operator allows the host.",
    example: "http: GET http://booking.example.com/tables",
  },
  VF603: {
    severity: "error",
    title: "a host that is not fixed",
    explanation:
      "Write everything up to the first / after the host in the document. Otherwise a value could choose the server.",
    example: "http: GET https://{{ host }}/tables",
  },
  VF604: {
    severity: "warning",
    title: "a secret in a URL",
    explanation: "Other servers log URLs. Send the secret in a header.",
    example: "http: GET https://example.com/?key={{ secrets.KEY }}",
  },
  VF605: {
    severity: "error",
    title: "an undeclared secret",
    explanation: "List the names of secrets under 'secrets'. The account stores their values.",
    example: 'headers: {Authorization: "Bearer {{ secrets.KEY }}"}',
  },
  VF607: {
    severity: "error",
    title: "a missing argument",
    explanation: "Under 'with', every parameter of a tool and every required input of a flow needs a value.",
    example: "search: {tool: find_table, with: {day: day}, …}",
  },
  VF608: {
    severity: "error",
    title: "no edge for a failure",
    explanation: "Tools and called flows can fail. Add on_error, the edge for a failure.",
    example: "search: {tool: find_table, next: offer}",
  },
  VF609: {
    severity: "error",
    title: "no edge for a failed transfer",
    explanation: "A transfer can fail. Add on_failed, the edge for a failure.",
    example: 'desk: {transfer: "tel:+33140000000"}',
  },
  VF610: {
    severity: "error",
    title: "an address that is not allowed",
    explanation: "Only public addresses are allowed, unless the operator allows others.",
    example: "http: GET https://192.168.0.10/tables",
  },
  VF611: {
    severity: "warning",
    title: "a sensitive value that leaves the call",
    explanation:
      "A sensitive value is sent in a URL, to a language model or in an event, where others can read it.",
    example: "emit: {card.given: {card: card}}",
  },
  VF612: {
    severity: "error",
    title: "a caller could choose the target",
    explanation:
      "The scheme of a transfer must be fixed. A tel: address cannot contain answers of the caller, and a sip: address only a choice or digits before the @.",
    example: 'transfer: "tel:{{ number }}"',
  },
  VF613: {
    severity: "warning",
    title: "a secret without a value",
    explanation: "The account has no value for this secret. Set it with PUT /v1/secrets/{name}.",
    example: "secrets: [BOOKING_KEY]",
  },
  VF614: {
    severity: "error",
    title: "invalid phone keys",
    explanation: "Use 0 to 9, * and #, and w for a pause of half a second.",
    example: 'press: "one"',
  },
  VF620: {
    severity: "warning",
    title: "an empty knowledge base",
    explanation:
      "The account has no such knowledge base, or it is empty. Add a source with POST /v1/knowledge/{base}/sources.",
    example: "knowledge: {faq: opening-hours}",
  },
  VF621: {
    severity: "error",
    title: "no edge for an empty result",
    explanation: "A question may have no answer. Add not_found, the edge for that.",
    example: "help: {answer_from: faq, next: bye}",
  },
  VF630: {
    severity: "error",
    title: "a retention longer than that of numbers",
    explanation:
      "Numbers are the last data of a session, so no other data can be kept longer. Recordings contain words, so they need days for words. A `record` node needs days for audio, words and numbers.",
    example: "retention: {numbers: 30, words: 90}",
  },
  VF701: {
    severity: "error",
    title: "unknown language",
    explanation: "The language is not a language tag, or not one of the flow's languages.",
    example: "say: {en: Hello., fr: Bonjour.}   # languages: [en, de]",
  },
  VF702: {
    severity: "warning",
    title: "a missing translation",
    explanation: "The flow has several languages, and this text is missing in some of them.",
    example: "say: Hello.   # languages: [en, de]",
  },
  VF703: {
    severity: "warning",
    title: "no language pack",
    explanation: "In this language, only keys and a model understand answers.",
    example: "language: fi",
  },
  VF704: {
    severity: "info",
    title: "limits of a model as ears",
    explanation:
      "A realtime model that hears says how it understands an answer, but not how well it heard. It is not asked what words mean at sensitive questions, and where no model may help.",
    example: "defaults: {stt: {provider: openai-realtime-ears}}",
  },
  VF705: {
    severity: "warning",
    title: "a contract that promises nothing",
    explanation:
      "The bound can never be broken, contradicts another one, or measures what the flow does not have. Shares are from 0 to 1: 0.02 is 2 %.",
    example: "contract: {wrong_read_backs: 1}",
  },
  VF706: {
    severity: "info",
    title: "lines that a model words",
    explanation:
      "In mode duplex a model that speaks says these lines in its own words. Lines with a value are spoken as written, unless their node says exact: false, and so are those of a node with exact: true.",
    example: "mode: duplex",
  },
  VF710: {
    severity: "info",
    title: "a language that the built-in recogniser does not support",
    explanation:
      "The built-in recogniser supports English only. For other languages, use a server (STT_URL) or a vendor. Keys and typed words work in any language.",
    example: "language: de",
  },
  VF707: {
    severity: "warning",
    title: "a placeholder of another system",
    explanation: "The text is spoken literally. Write values in {{ }}.",
    example: 'say: "Hello {name}."',
  },
  VF708: {
    severity: "warning",
    title: "mark-up for voices",
    explanation:
      "SSML is ignored, because it differs between voices. Write {{ pause('500ms') }}, or set the pronunciation of a word under 'pronounce'.",
    example: "say: \"One moment. <break time='1s'/> Here it is.\"",
  },
  VF709: {
    severity: "warning",
    title: "an unknown voice",
    explanation:
      "The voice provider has no such voice, so the voice does not change. Of the removed voices, heart replaces slt, and michael replaces rms, awb and kal. Only checked for the built-in voices.",
    example: "voice: {name: amelia}",
  },
  VF712: {
    severity: "error",
    title: "an invalid pronunciation",
    explanation:
      "Write a pronunciation in words or syllables (shih-VAWN), or in English phones (SH IH0 V AO1 N, ARPAbet with the stress after each vowel). Voices ignore other characters.",
    example: "pronounce: {Siobhan: SH IH0 V AO1 NN}",
  },
  VF711: {
    severity: "warning",
    title: "a language that the built-in voice does not support",
    explanation:
      "The built-in voices speak only English. For other languages, use a server (TTS_URL) or a vendor. Only checked for the built-in voices.",
    example: "language: de",
  },
  VF713: {
    severity: "warning",
    title: "a missing disclosure of the machine",
    explanation:
      "A person called by a machine must learn that at once (EU AI Act, article 50). A flow with the handler voicemail calls people, so its first words must name the assistant.",
    example: "hello: {say: Hello from Harbour Dental., next: bye}   # voicemail: {next: bye}",
  },
  VF801: {
    severity: "info",
    title: "no tests",
    explanation:
      "The flow uses an external service or a model. Tests in the document show without a call that every path works.",
    example: "search: {tool: find_table, on_error: sorry, next: offer}   # no tests",
  },
  VF802: {
    severity: "info",
    title: "an untested path",
    explanation: "The test runner reports edges that no test takes.",
    example: "on_error: desk   # no mock fails",
  },
  VF803: {
    severity: "error",
    title: "an unknown name in a test",
    explanation: "The flow has no node, variable, tool, event or outcome of this name.",
    example: "script: [{user: hello}, {at: mian}]",
  },
  VF804: {
    severity: "warning",
    title: "unused context in a test",
    explanation: "The key is not the name of a variable, and no expression reads it as context.key.",
    example: "context: {guest: 4}   # the variable is guests",
  },
} as const satisfies Readonly<Record<string, Code>>;
