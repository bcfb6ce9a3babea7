// English greetings of answering machines: what they say, and people who answer a telephone hardly ever do.

import { list } from "../spoken-forms.ts";

// People ask none of these sentences: "would you like to leave a message?"
export const greetings: readonly string[] = list(
  "please leave a message, please leave your message, please leave me a message, please leave us a message, just leave a message, leave a message after, leave your message after, leave a message at, leave a message and, leave your name and number, leave your name and a message, please leave your name, please leave your number, please record your message, record your message after",
  "after the tone, after the beep, at the tone, at the beep, after the signal, when you have finished recording, when you are finished recording, you may hang up or press",
  "can't take your call, cannot take your call, can not take your call, unable to take your call, not available to take your call, can't answer your call, can't come to the phone, cannot come to the phone, unable to come to the phone, can't get to the phone, can't answer the phone right now",
  "you have reached the voicemail, you've reached the voicemail, you have reached the voice mail, you've reached the voice mail, you have reached the voice mailbox, you've reached the mailbox, automated voice messaging system, automatic voice message system, forwarded to voicemail, forwarded to voice mail, forwarded to an automated, forwarded to an automatic, the mailbox is full, mailbox is full, this is an answering machine, the person you are calling is not available, the person you are trying to reach is not available, the number you have dialed is not available, the subscriber you have dialed is not available",
);
