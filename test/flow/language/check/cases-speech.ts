// Test cases of VF701 to VF712: languages, voices, recognition and speech.

import type { Case } from "./case.ts";

const speaking = (body: string): string => `languages: [en, de]\nnodes:\n  a: {say: ${body}, end: done}`;

export const speechCases: readonly Case[] = [
  {
    code: "VF701",
    bad: speaking("{en: Hello., de: Hallo., «fr»: Bonjour.}"),
    good: speaking("{en: Hello., de: Hallo.}"),
  },
  {
    code: "VF701",
    bad: "voice_flow: 1\nid: f\nlanguage: «english»\nstart: a\nnodes: {a: {end: done}}",
    good: "voice_flow: 1\nid: f\nlanguage: en-GB\nstart: a\nnodes: {a: {end: done}}",
  },
  { code: "VF702", bad: speaking("«Hello.»"), good: speaking("'{{ session.from }}'") },
  {
    code: "VF703",
    bad: "voice_flow: 1\nid: f\nlanguage: «fi»\nstart: a\nnodes: {a: {end: done}}",
    good: "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {end: done}}",
  },
  {
    code: "VF704",
    bad: "defaults: {stt: {provider: «openai-realtime-ears»}, give_up: a}\nvariables: {pin: {type: digits, length: 4, sensitive: true, ask: Your PIN?}}\nnodes: {a: {ask: pin, next: b}, b: {say: Bye., end: done}}",
    good: "defaults: {stt: {provider: deepgram}}\nnodes: {a: {say: Hello., end: done}}",
    hint: "add confirm: explicit where a wrong answer would cost much",
  },
  {
    code: "VF706",
    bad: "mode: «duplex»\nnodes: {a: {say: Hello., next: b}, b: {say: Bye., exact: true, end: done}}",
    good: "mode: cascade\nnodes: {a: {say: Hello., end: done}}",
    hint: "add exact: true to a node whose words must stay, such as consent or a disclosure",
  },
  {
    code: "VF705",
    bad: "contract: {wrong_read_backs: «1»}\nvariables: {n: {type: number, ask: How many?}}\ndefaults: {give_up: b}\nnodes: {a: {ask: n, next: b}, b: {say: Bye., end: done}}",
    good: "contract: {answer_ms_p50: 400, answer_ms_p95: 900, completed: 0.8}\nnodes: {a: {say: Hello., end: done}}",
    hint: "write a share between 0 and 1, such as 0.02 for 2 %",
  },
  {
    code: "VF705",
    bad: "contract: {tool_errors: «0.1»}\nnodes: {a: {say: Hello., end: done}}",
    good: "contract: {gave_up: 0.1}\nnodes: {a: {say: Hello., end: done}}",
    hint: "remove it",
  },
  {
    code: "VF705",
    bad: "contract: {not_understood: «0.1»}\nnodes: {a: {say: Hello., end: done}}",
    good: "contract: {not_understood: 0.1}\nvariables: {c: {type: choice, ask: Which?, options: [{id: x}]}}\ndefaults: {give_up: b}\nnodes: {a: {menu: c, goto: {x: b}}, b: {say: Bye., end: done}}",
    hint: "remove it",
  },
  {
    code: "VF705",
    bad: "contract: {answer_ms_p50: «900», answer_ms_p95: 400}\nnodes: {a: {say: Hello., end: done}}",
    good: "contract: {answer_ms_p95: 900}\nnodes: {a: {say: Hello., end: done}}",
    hint: "write the smaller time for answer_ms_p50",
  },
  {
    code: "VF710",
    bad: "voice_flow: 1\nid: f\nlanguage: «de»\nstart: a\nnodes: {a: {end: done}}",
    good: "voice_flow: 1\nid: f\nlanguage: en-GB\nstart: a\nnodes: {a: {end: done}}",
    knowledge: { hearsOnly: "en" },
  },
  {
    code: "VF707",
    bad: "variables: {name: {type: text, input: true, required: true}}\nnodes: {a: {say: 'Hi {{ name }}, hello «{name}».', end: done}}",
    good: "variables: {name: {type: text, input: true, required: true}}\nnodes: {a: {say: 'Hello {{ name }}, {5} and 100%.', end: done}}",
    hint: "write {{ name }}",
  },
  {
    code: "VF707",
    bad: "nodes: {a: {say: 'Hello «${customer.name}».', end: done}}",
    good: "nodes: {a: {say: 'Hello, that is $5 {}.', end: done}}",
  },
  {
    code: "VF707",
    bad: "nodes: {a: {say: 'Hello «%name%».', end: done}}",
    good: "nodes: {a: {say: '5% to 10% of it.', end: done}}",
  },
  {
    code: "VF708",
    bad: `nodes: {a: {say: "One. «<break time='1s'/>» Two.", end: done}}`,
    good: `nodes: {a: {say: "One. {{ pause('1s') }} Two, a < b > c.", end: done}}`,
    hint: "write {{ pause('500ms') }}",
  },
  {
    code: "VF708",
    bad: `nodes: {a: {say: "Call «<say-as interpret-as='digits'>»112.", end: done}}`,
    good: `nodes: {a: {say: "Call <112>.", end: done}}`,
  },
  {
    code: "VF702",
    bad: "languages: [en, de]\nnodes: {a: {say: {«sound»: {en: hi.wav}, text: {en: Hello., de: Hallo.}}, end: done}}",
    good: "languages: [en, de]\nnodes: {a: {say: {sound: {en: hi.wav, de: hallo.wav}, text: {en: Hello., de: Hallo.}}, end: done}}",
  },
  {
    code: "VF702",
    bad: "languages: [en, de]\nnodes: {a: {say: {sound: «hi.wav», text: {en: Hello., de: Hallo.}}, end: done}}",
    good: "nodes: {a: {say: {sound: hi.wav, text: Hello.}, end: done}}",
    hint: "write {en: …, de: …}",
  },
  {
    code: "VF712",
    bad: "pronounce: {Siobhan: «SH IH0 V AO1 NN»}\nnodes: {a: {say: Hello., end: done}}",
    good: "pronounce: {Siobhan: SH IH0 V AO1 N, Ada: AY-duh, BBC: B B C}\nnodes: {a: {say: Hello., end: done}}",
    hint: "write syllables (shih-VAWN), or phones with the stress after each vowel (SH IH0 V AO1 N)",
  },
  {
    code: "VF712",
    bad: "pronounce: {Siobhan: {en: «ʃɪˈvɔːn»}}\nnodes: {a: {say: Hello., end: done}}",
    good: "pronounce: {Siobhan: shi-VAWN, Müller: Mew-lər}\nnodes: {a: {say: Hello., end: done}}",
  },
  {
    code: "VF709",
    bad: "defaults: {voice: {name: «haert»}}\nnodes: {a: {say: Hello., end: done}}",
    good: "defaults: {voice: {name: heart}}\nnodes: {a: {say: Hello., end: done}}",
    hint: "did you mean 'heart'?",
    knowledge: { voices: ["heart", "michael"] },
  },
  {
    code: "VF709",
    bad: "defaults: {voice: {name: «slt»}}\nnodes: {a: {say: Hello., end: done}}",
    good: "defaults: {voice: {name: michael}}\nnodes: {a: {say: Hello., end: done}}",
    hint: "there are heart, michael",
    knowledge: { voices: ["heart", "michael"] },
  },
  {
    code: "VF709",
    bad: "handlers: {hours: {phrases: [when], voice: {name: «nobody»}, say: All day.}}\nnodes: {a: {voice: {name: heart}, say: Hello., end: done}}",
    good: "handlers: {hours: {phrases: [when], voice: {speed: 1.2}, say: All day.}}\nnodes: {a: {voice: {name: heart}, say: Hello., end: done}}",
    knowledge: { voices: ["heart", "michael"] },
  },
  {
    code: "VF711",
    bad: "voice_flow: 1\nid: f\nlanguage: «de»\nstart: a\nnodes: {a: {say: Hallo., end: done}}",
    good: "voice_flow: 1\nid: f\nlanguage: en-GB\nstart: a\nnodes: {a: {say: Hello., end: done}}",
    hint: "set TTS_URL to a server for that language, or choose a vendor (TTS_PROVIDER)",
    knowledge: { voices: ["heart"] },
  },
  {
    code: "VF713",
    bad: "voice_flow: 1\nid: f\nlanguage: en\nstart: «a»\nhandlers: {voicemail: {next: b}}\nnodes: {a: {say: Hello from Harbour Dental., next: b}, b: {say: Bye., end: done}}",
    good: "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nhandlers: {voicemail: {next: b}}\nnodes: {a: {say: Hello., next: b}, b: {say: I am the virtual assistant of Harbour Dental., end: done}}",
    hint: 'begin with "This is an automated assistant"',
  },
  {
    code: "VF713",
    bad: "voice_flow: 1\nid: f\nlanguage: de\nstart: «a»\nhandlers: {voicemail: {next: b}}\nnodes: {a: {say: Guten Tag., next: b}, b: {say: Auf Wiederhören., end: done}}",
    good: "voice_flow: 1\nid: f\nlanguage: de\nstart: a\nnodes: {a: {say: Guten Tag., next: b}, b: {say: Auf Wiederhören., end: done}}",
    hint: 'begin with "Hier spricht ein automatischer Assistent"',
  },
];
