// English handler phrases: how callers ask for help or a repetition, want to go back or to skip a question, beside what the
// rules of acts hear (`grammar/languages`).

import { listsOf } from "../spoken-forms.ts";

export const handlers = listsOf({
  help: `
    help, help me, i need help, can you help me, what are the options, what should i say, i don't understand,
    i do not understand, i need some help, please help, instructions`,
  operator: `
    operator, an operator, the operator, agent, a person, a human, speak to someone, i want to speak to a person,
    a real human, somebody real, front desk, receptionist, a live person,
    a live agent, the manager, a manager`,
  goodbye: `
    goodbye, good bye, bye, bye bye, that's all for now, that's all for today, hang up, quit, end the call, end call,
    i'm done, i am done, that's all, that is all, never mind goodbye, please hang up, stop the call`,
  repeat: `
    repeat, repeat that, repeat it, say that again, pardon, what did you say, can you repeat that, again, i missed that, once more, one more time, i beg your pardon, what,
    what was the question, sorry, play that again, tell me again, i can't hear anything`,
  wait: `
    wait, one moment, one moment please, just a moment, just a second, hold on, hang on, let me check, bear with me,
    i'll be back, i'll be right back, i will be right back,
    be right back, back in a minute, one minute, i'll have a look, i need a minute, no wait, wait no, no hold on,
    no no wait, no wait a second, two seconds, two secs, a sec, sec, a minute please, i'll ask, i will ask,
    please hold`,
  back: `
    back, go back, please go back, back please, go back please, previous, previous question, the previous question,
    go to the previous question, one back, go one back, one step back, take me back, can we go back, can you go back,
    could you go back, could we go back, i want to go back, i'd like to go back, let's go back, let me go back`,
  start_over: `
    start over, start again, restart, start from the beginning, from the beginning, from the start, start from scratch,
    from scratch, begin again, start all over, start all over again, start over again, let's start over,
    let's start again, can we start over, can we start again, can i start over, i want to start over,
    i'd like to start over, back to the start, back to the beginning, go back to the beginning, go back to the start`,
  skip: `
    skip, skip it, skip that, skip this, skip this one, skip that one, skip this question, skip the question,
    next question, next, pass, i'll pass, leave it out, leave it blank, leave it empty, no answer, i don't want to say,
    i'd rather not say, i would rather not say, prefer not to say, i prefer not to say, i'd prefer not to say,
    rather not, i don't have one, i do not have one, i haven't got one, i don't have any, can we skip it,
    can we skip that, can i skip it, can i skip that, can we skip this`,
});
