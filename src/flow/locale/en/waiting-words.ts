// English waiting words: what is said while an answer is awaited.

import type { WaitingWords } from "../waiting-words.ts";

export const englishWaitingWords: WaitingWords = {
  soon: ["One moment.", "Let me see.", "Just a second.", "Let me check.", "Bear with me.", "One second."],
  still: [
    "I am still on it, one moment please.",
    "This takes a little longer, thank you for waiting.",
    "I have not forgotten you, just a moment more.",
    "Still working on it, please stay with me.",
  ],
};
