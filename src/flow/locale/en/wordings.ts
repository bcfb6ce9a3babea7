// English wordings: what the engine itself says in English.

import type { SampleLines } from "../sample-lines.ts";
import { englishActs } from "./acts.ts";
import { capital, ended, type SpokenRange, type Wordings } from "../wordings.ts";

/** "1 to 12", "today or later", "up to 500 dollars". */
function allowed({ min, max, isMoment, whole }: SpokenRange): string {
  const [more, less] = isMoment ? ["or later", "or earlier"] : ["or more", "or less"];
  const bounds =
    min === undefined ? `${max} ${less}` : max === undefined ? `${min} ${more}` : `${min} to ${max}`;
  return whole ? `a whole number, ${bounds}` : bounds;
}

export const englishWordings: Wordings = {
  noMatch: [
    "Sorry, I did not understand that.",
    "Sorry, I still did not understand that.",
    "I am afraid I did not get that either.",
  ],
  noInput: ["I did not hear anything.", "I still do not hear anything.", "Are you still there?"],
  invalid: [
    "Sorry, that is not possible.",
    "Sorry, that is not possible either.",
    "I am afraid that does not work.",
  ],
  outOfRange(value, range, time) {
    if (time <= 1) return `You said ${ended(value)} I can take ${ended(allowed(range))}`;
    if (time === 2) return `Sorry, ${value} is not possible. It can be ${ended(allowed(range))}`;
    return `I need ${allowed(range)}, and I heard ${ended(value)}`;
  },
  named: (name, value) => `${name} ${value}`,
  confirm: (value) => `${value}, is that right?`,
  answered(question, yes) {
    const [, verb = "", subject = "", rest = ""] =
      /^(do|did|would|will|can|could|shall|should|are|is|have|was|were) (you|i|we|it|this|that|they|there) (.+)$/i.exec(
        question,
      ) ?? [];
    if (verb === "") return `${question}: ${yes ? "yes" : "no"}`;
    const isPlain = verb.toLowerCase() === "do" && yes;
    const clause = isPlain ? subject : `${subject} ${verb.toLowerCase()}`;
    return capital(`${clause.replace(/^i\b/i, "I")}${yes ? "" : " not"} ${rest}`);
  },
  confirmSpelled: (value) => `Let me spell that: ${value}. Is that right?`,
  echo: (value) => `${value}.`,
  either: (values, speaker) => `${speaker.list(values, "or")}?`,
  whichTime: "At what time exactly?",
  whichDay: (period) => `Which day, ${period}?`,
  otherEnd: (half, isEnd) => `${ended(capital(half))} ${isEnd ? "From when?" : "Until when?"}`,
  restOf: (part) => `I have ${part}. And the rest?`,
  digitsHeard: (heard, wanted) =>
    `I heard ${heard === 1 ? "one digit" : `${heard} digits`}, I need ${wanted === 1 ? "one" : wanted}.`,
  askDigits(count, isFirst) {
    if (count === 1) return isFirst ? "What is the first digit?" : "And the next one?";
    return isFirst ? `Please say the first ${count} digits.` : `Please say the next ${count}.`;
  },
  digitByDigit: (hasKeys) =>
    hasKeys ? "Let us take them one by one, or type them on your keypad." : "Let us take them one by one.",
  refused: "Sorry about that.",
  whatToChange: "What shall I change?",
  more: "Anything else?",
  howMany: "How many?",
  listening: "I am listening.",
  waiting: "Take your time.",
  brokenOff: "I am sorry, I lost my thread. Could you say that again?",
  gaveUp: "I am sorry, we do not seem to understand each other. Goodbye.",
  limit: "I am sorry, this conversation has become too long. Goodbye.",
  failed: "I am sorry, something went wrong. Goodbye.",
  nothingToRepeat: "I have not said anything yet.",
  noWayBack: "We can not go back any further.",
  fillers: {
    opening: ["One moment please, I will be with you right away."],
    soon: ["Hm.", "Let me see.", "One moment.", "Well.", "One second.", "So."],
    still: [
      "I am still on it, one moment please.",
      "This takes a little longer, thank you for waiting.",
      "I have not forgotten you, just a moment more.",
      "Still working on it, please stay with me.",
    ],
    unsaid: ["I am sorry, I could not say my answer. Please ask me again."],
  },
  acts: englishActs,
  stop: "Let me stop you there.",
};

export const englishSamples: SampleLines = {
  hello: "Hello.",
  goodbye: "Goodbye.",
  ask: "Would you like to go on? Please say yes or no.",
  choose: "The first or the second?",
  question: "When are you open?",
  answer: "We are open from nine to five.",
  thanks: "Thank you. Goodbye.",
  noModel: "I am sorry, I can not help you right now. Goodbye.",
  tellMe: "Please tell me: ",
  moment: "One moment, please.",
};
