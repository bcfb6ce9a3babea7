// English acts: what the engine says to callers who say something beside an answer.

import type { ActWordings } from "../acts.ts";

export const englishActs: ActWordings = {
  greeting: () => "Hello.",
  small_talk: () => "Thank you for asking, all is well here.",
  thanks: () => "You are welcome.",
  who_are_you: ({ flow }) =>
    `I am an automated assistant, not a person.${flow === "" ? "" : ` This is ${flow}.`}`,
  why_asked: () => "I need to know that to help you.",
  so_far: ({ filled }) => (filled === "" ? "I have nothing yet." : `This is what I have so far. ${filled}`),
  help: ({ flow }) =>
    `I ask a few questions${flow === "" ? "" : ` for ${flow}`}, and you answer as you like.`,
  cannot_answer: () => "I am afraid I can not answer that.",
  opening: () => "One question first.",
  not_that: () => "All right, something else then.",
  slower: () => "I will say it more slowly.",
  louder: () => "I can not speak louder, but I will say it again.",
  dont_know: () => "That is all right. Please tell me as well as you can.",
  dont_have: () => "That is all right, you can take your time to look for it.",
  refusal: () => "I understand, but I need it to go on.",
  never_mind: () => "All right. You can hang up at any time, or we go on.",
  call_later: () => "All right, you can call again at any time. If you have a moment now, we go on.",
  goodbye: () => "Goodbye. You can hang up now. If you would rather go on:",
  insult: () => "I am sorry that this is annoying. I am doing my best.",
  complaint: () => "I am sorry to hear that.",
  operator: () => "I am sorry, I can not put you through to a person.",
  emergency: () => "If anybody is in danger, please hang up and call the emergency number now.",
};
