// German waiting words: what is said while an answer is awaited.

import type { WaitingWords } from "../waiting-words.ts";

export const germanWaitingWords: WaitingWords = {
  soon: [
    "Einen Moment.",
    "Mal sehen.",
    "Ich schaue kurz.",
    "Augenblick bitte.",
    "Einen kleinen Moment.",
    "Sekunde bitte.",
  ],
  still: [
    "Ich bin noch dabei, einen Moment bitte.",
    "Das dauert etwas länger, danke für Ihre Geduld.",
    "Ich habe Sie nicht vergessen, gleich geht es weiter.",
    "Es geht gleich weiter, bleiben Sie bitte dran.",
  ],
};
