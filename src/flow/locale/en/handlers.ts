// English handler phrases: how callers ask for help, an operator, a repetition or a moment, want to go back or to skip a
// question, and how they say goodbye.

import { list } from "../spoken-forms.ts";

export const handlers: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "help",
    list(
      "help, help me, i need help, can you help me, what can i say, what can i do, what can you do, what are my options",
      "what are the options, what do i say, what should i say, how does this work, i don't understand, i do not understand",
      "i need some help, please help, instructions",
    ),
  ],
  [
    "operator",
    list(
      "operator, an operator, the operator, agent, an agent, a person, a real person, a human, a human being, a real human",
      "human, representative, a representative, speak to someone, talk to someone, speak to a person, talk to a person",
      "speak to a human, talk to a human, talk to an agent, speak to an agent, speak with someone, connect me to someone",
      "somebody real, customer service, let me talk to someone, let me speak to someone, i want to talk to someone",
      "i want to speak to someone, put me through to someone, front desk, receptionist, speak to an operator, talk to an operator",
      "i want to speak to a person, i want to talk to a person, i want to speak to a human, i want to talk to a human",
      "can i speak to someone, can i talk to someone, can i speak to a person, can i talk to a person, a live person, a live agent, speak to a human being, talk to a human being, speak to a real person, talk to a real person, speak with a person, speak with a human, speak to somebody, talk to somebody, speak with somebody, speak with a representative, speak to a representative, talk to a representative, speak with an agent, speak with a real person, put me through to an agent, put me through to a human, put me through to a person, transfer me to an agent, transfer me to a person, transfer me to a human, connect me to an agent, connect me with an agent, connect me to a person, connect me with a person, real person, the manager, a manager",
    ),
  ],
  [
    "goodbye",
    list(
      "goodbye, good bye, bye, bye bye, bye for now, goodbye for now, that's all for now, that's all for today, hang up, quit, end the call, end call, i'm done, i am done, that's all, that is all",
      "see you, talk to you later, have a nice day, have a good day, i have to go, i've got to go, never mind goodbye, please hang up, stop the call",
    ),
  ],
  [
    "repeat",
    list(
      "repeat, repeat that, repeat it, again, huh, i missed that, say that again, say it again, once more, one more time, pardon, pardon me",
      "what did you say, what was that, come again, could you repeat that, can you repeat that, could you say that again",
      "can you say that again, i didn't hear you, i didn't hear that, i didn't catch that, i did not catch that, i didn't get that",
      "i did not hear that, i beg your pardon, what, what was the question, sorry, sorry what, excuse me, repeat the question, say again, sorry i didn't hear that",
      "repeat please, can you repeat the question, could you repeat the question, can you repeat, could you repeat, play that again, tell me again, i can't hear you, i cannot hear you, i can't hear anything",
    ),
  ],
  [
    "wait",
    list(
      "wait, one moment, one moment please, just a moment, a moment, one second, one sec, just a second, just a sec, a second",
      "hold on, hang on, hold on a second, hang on a second, hold on a moment, give me a moment, give me a second",
      "i'll be back, i'll be right back, i will be right back, be right back, back in a second, back in a minute",
      "give me a minute, one minute, just a minute, wait a moment, wait a minute, wait a second, let me check, let me look",
      "bear with me, let me think, let me see, hold the line, i'll have a look, i have to look it up, let me find it, let me get it, i need a moment, i need a minute, i need a second, hold on a sec, give me two seconds, no wait, wait no, no hold on, no no wait, no wait a second, actually wait, wait a sec, two seconds, two secs, a sec, sec, a minute please, give me two minutes, give me two secs, give me a sec, let me ask, let me ask my wife, let me ask my husband, i'll ask, i will ask, let me check with my wife, let me check that, hold for a second, hold on for a second, hold on a minute, hang on a minute, hang on a sec, hang on a moment, hold on let me ask, okay wait, ok wait, yes wait, yeah wait, hold on let me check, one moment i'll ask, wait for a second, please hold, i need to ask, i have to ask, i need to check, i have to check",
    ),
  ],
  [
    "back",
    list(
      "back, go back, please go back, back please, go back please, previous, previous question, the previous question, go to the previous question, one back, go one back, one step back, take me back, can we go back, can you go back, could you go back, could we go back, i want to go back, i'd like to go back, let's go back, let me go back",
    ),
  ],
  [
    "start_over",
    list(
      "start over, start again, restart, start from the beginning, from the beginning, from the start, start from scratch, from scratch, begin again, start all over, start all over again, start over again, let's start over, let's start again, can we start over, can we start again, can i start over, i want to start over, i'd like to start over, back to the start, back to the beginning, go back to the beginning, go back to the start",
    ),
  ],
  [
    "skip",
    list(
      "skip, skip it, skip that, skip this, skip this one, skip that one, skip this question, skip the question, next question, next, pass, i'll pass, leave it out, leave it blank, leave it empty, no answer, i don't want to say, i'd rather not say, i would rather not say, prefer not to say, i prefer not to say, i'd prefer not to say, rather not, i don't have one, i do not have one, i haven't got one, i don't have any, can we skip it, can we skip that, can i skip it, can i skip that, can we skip this",
    ),
  ],
]);
