// English acts: what callers say beside answers, a form a line. The names are those of `locale/acts.ts`; `repeat` and
// `wait` are handlers of every flow.

import { actsOf } from "../../acts.ts";

const classes = {
  wouldyou: `
    (can|could|would) you [please]
    please`,
  mayi: `
    (can|could|may) (i|we) [not] [please]
    (i|we) (want|need|'d like|would like|have) to
    let me`,
  giveme: `
    [can|could] (you|i|we) [please] (get|get me|have|give me|connect me (to|with)|put me through to|transfer me to)
    (get me|give me|connect me (to|with)|put me through to|transfer me to)
    (i|we) (want|need|'d like|would like)`,
  robot:
    "[real|actual|proper|live|one of those] (robot|machine|human|person|bot|computer|ai|recording|answering machine|chatbot|human being|robots|machines|bots)",
  fool: `
    [bloody|damn|fucking|stupid|dumb|useless] (idiot|moron|asshole|jerk|piece of shit|piece of junk)
    (bloody|damn|fucking|stupid|dumb|useless) (machine|robot|thing|bot|computer)`,
  donot: "(do|does|did|could|can|have|would|will) (n't|not)",
  rescue:
    "(an|the) (ambulance|police|fire brigade|fire department|fire engine|coast guard|coastguard|paramedics)",
  nowhere: "(with me|to hand|here|on me|right now|at the moment|handy|in front of me)",
  noneof:
    "(none|neither|nothing|not any|not one|no one) (of (those|them|these|that|it|the above)|there|on there|here)",
  awhile: "(a|two|one|just a) (minute|second|moment|sec|minutes|seconds|secs)",
  reveal:
    "(say|tell you|answer|give you|tell|give|telling you|giving you|saying|answering|giving|sharing|disclose|share)",
  somuch: "(a (lot|million|bunch)|(very|so|ever so|so so) much)",
  weather: "(rain|snow|hail|wind|sun|storm|frost|fog|heat|weather)",
  warm: "(close|warm|cold|hot|muggy|wet|windy|chilly|freezing|grand|lovely|miserable|mild)",
  matter: "(booking|order|appointment|reservation|visit|whole thing|lot|delivery|request|application)",
  toofast: "(too|so|way too|much too|a bit too) (fast|quick|quickly)",
};

/** Words without a meaning within an act. */
export const asides =
  "just actually honestly really oh again now bit much so ever exactly love mate dear absolutely then though today completely totally ah";

export const acts = actsOf(
  {
    help: `
    what (can|could) you [all] (do|help) [for] [me|us] [with]
    (what|which) [sort of|kind of|kinds of|sorts of] (things|questions) (can|could) (i|you) (ask|do|help|say|answer) [you|me] [about|with]
    what (is it|are) you ('re able|are able|able) to do [for me|for us]
    what (can|do) i (ask|say|do) [you|here] [about]
    (see|know|find out|tell me) what you (can do|do|offer|can help with) [for me]
    (how can you help [me]|what do you do|what are my options|how does this work)`,
    repeat: `
    (pardon|pardon me|excuse me|huh|come again|sorry what|say again|what was that|what did you say|repeat)
    [{wouldyou}] (repeat|say) (that|it|the question|the last one|this) [again|please|once more]
    what was the ({ordinal}|last|other) one [again|you said]
    i {donot} [quite] (catch|hear|get|understand) (that|you|it|the question|what you said|a word) [properly]
    (what do you mean|what does that mean|what is that supposed to mean|how do you mean|which one do you mean|i do n't follow)`,
    slower: `
    [{wouldyou}] (speak|talk|say it|say that|go) [a bit|a little] (slower|slowly|more slowly) [please]
    (slow down [a bit|a little]|slower|not so fast|[you|that|it] [are|'re|was] [going|talking|speaking|talk|speak] {toofast}) [for me] [please]`,
    louder: `
    [{wouldyou}] (speak|talk) [a bit|a little] (up|louder) [please]
    (louder|you are too quiet|you 're [a bit|very|so|too] quiet|i can hardly hear you|i can barely hear you) [please]`,
    wait: `
    (stand by|two ticks|half a (sec|minute|second)|hold the line|stay on the line|don't hang up|do n't hang up) [please]
    (wait|hang on|hold on|(hang on|hold on|wait) {awhile}|one moment|one second|just {awhile}|a moment|a second|one sec|bear with me|give me {awhile} [to (find|get|check|look|think|grab) [it|my glasses|my calendar|my diary|my card]]) [please]
    (hold on|hang on|wait|one moment) [i 'm] [just] (checking|looking|thinking|looking it up)
    [just] let me (check|see|look|think|find out|look it up|have a look|ask|count|(find|get|grab) (it|a pen|a paper|my (calendar|diary|glasses|card|wallet|phone|bag|papers))) [about it|about that|it|that|my calendar|my diary|my glasses]
    [i] (have|need|'d have|would have|'ll have|will have) to (check|think|look|ask|count) [about it|about that|it]`,
    who_are_you: `
    (who|what) (are you|is this|am i (talking|speaking) (to|with))
    (are you|is this|am i (talking|speaking) (to|with)) (a|an|the) {robot} [or (a|an) {robot}]
    is there {robot} (on the (line|other end)|at the other end|there)
    (who|what) is (speaking|calling|that|it|there) [please]
    (is|'s) (this|that|it) (a|the|an) (program|{word}) or (a|an) ({robot}|program|{word})
    (is|'s) this (a|an) (program|recording|tape)
    [a] {robot} or (a|an|one of them|one of those) {robot}
    who (built|made|programmed) you
    (are you real|who 's there|who 's this|are you human|you 're a robot|you 're a machine|(what|which) company (is this|are you)|what 's your name|what is your name|you {donot} sound (human|real|like a person|like a human)|is this {robot})`,
    why_asked: `
    (why|how come) [do you|would you] [(need|want) to] [ask|know|need|asking|want] [that|this|it]
    why [on earth|the hell|exactly] (do|would|are) you (need|want|asking|ask) [me] [to know] [that|this]
    do i (have to|need to) (answer|say|tell you) [that|this|it]
    (how|why) is (that|this|it) (relevant|important|necessary|any of your business)
    what do you (need|want) (that|it|this) for
    (what for|what is that for|what 's that for|why does that matter|is that necessary|is that really necessary|do you really need (that|it|this)|do you have to know that|what 's that got to do with (it|anything|this)|is it necessary [to know that])`,
    so_far: `
    what (details|information|answers|things) (have|do|did) you (have|got|taken down|noted|written down|get|take down) [down|so far|already]
    what ('ve|have|did) you (got|get|taken|noted|written|put|heard) [down|on your list|on file|on the form] [about me|about us|for me|for us|from me] [so far|already|down]
    how (far|many questions) (are we|have we got|are left) [left]
    what (do|have) you (have|got|get|got down|written down|noted|put down) [so far|until now|for me|down]
    (what did i (say|tell you)|what have i (said|told you) [so far]|read (it|that|everything) back [to me]|read [me] back what you ('ve got|have)|where (are|were) we|can you read (it|that) back)
    [{wouldyou}] [just] (remind|tell|read) [me] [back] what (i|you|we) ('ve|have|said|got|had) [{word}] [so far|down]
    [{wouldyou}] [just] (go over|go through|run through|sum up|recap|repeat) (what (we|you|i) (have|'ve got|said)|everything) [so far|again]`,
    dont_know: `
    [i] ({donot} (know|say|tell|remember)|dunno|have no (idea|clue)|forgot|forget) [yet|that|really|exactly|yet really|for sure|off hand|right now]
    (how should i know|how would i know|i {donot} know|{donot} know|i have n't [got] a (clue|notion)|have n't [got] (a clue|the foggiest|a notion)|i would n't know|beats me|your guess is as good as mine|search me|could n't tell you|i {donot} [honestly] tell you)
    (no idea|no clue|not sure|i 'm not [really|quite|too|so] sure|i am not sure|not [really|quite|too|so] sure|hard to say|good question|it varies|who knows|i 'm unsure|undecided|i 'm undecided) [yet|sorry]
    (it|that|this) depends [on] [it|that]
    [i|we] {donot} [a|the] (clue|foggiest|idea|clue yet)
    [i|we] {donot} (decided|thought about it|made up my mind|know yet|settled on it) [yet]
    (whatever|any|anything) (works|suits you|is fine|works for you|you have)
    (maybe maybe not|yes and no|you choose|you decide|whatever|whatever you (say|like|want)|i {donot} (mind|care)|[it] {donot} matter|anything is fine|any of them|up to you|it 's up to you)`,
    dont_have: `
    [i|we] {donot} (have|got|have got) [yet|even] (it|that|one|any|this|(a|an|any|the|my) {word}) [{nowhere}]
    [i|we] {donot} (have|got|have got) {word}
    (i {donot} find it|i lost it|i 've lost it|it 's at home|i left it at home|it 's (in|at|on) (the|my) (other room|car|office|house|kitchen|desk|bag|wallet|work)|i 'd have to (look it up|find it|get it)|i never got one|i never had one|there is n't one)`,
    refusal: `
    {noneof} [here|there|for me|for us]
    {noneof} [here|there|that] [really|quite] [do|does|would|will] (suit|suits|work|works|fit|fits|appeal|appeals|do|help|helps) [to] [me|us|for me|for us]
    i {donot} [really] (want|like|need) (any|one|either) of (those|them|these)
    (i 'd rather not|i would rather not|rather not|i 'd prefer not to|i prefer not to) [say|tell you|answer] [that|it]
    (i {donot} [want to]|i 'm not going to|i am not going to|i refuse to) (say|tell you|answer|give you|tell|give) [that|it|this] [to you]
    (i 'm|i am) not (comfortable|happy|going to|willing to)  [with] {reveal} [you] [that|it|this] [out|away]
    (i 'd|i would) rather (keep|not {reveal}) [that|it] [to myself|private]
    (i 'm|i am) not {reveal} [you] (that|it|this)
    (that 's none of your business|none of your business|that 's private|that is private|mind your own business|no comment|that 's personal|that 's too personal|you {donot} need [to know] that)`,
    never_mind: `
    scrap (that|it|the lot|everything)
    ((call|calling) it off|take (me|us) off (the|your) list)
    (forget|forget about|scrap|cancel|drop|call off) (the|my|our|this|that) [whole|entire] {matter} [altogether]
    (let 's|i 'll|we 'll) (leave it|forget it|stop|drop it|leave that) [then|there|at that]
    i {donot} want to (do this|go on|continue|carry on) [anymore|any more|any longer]
    [you know what] (forget it|never mind|nevermind|cancel|cancel (that|it|everything|this)|i (changed|'ve changed) my mind|stop|stop it|stop that|forget about it|leave it|leave it be|i {donot} want (it|this|that|anything) [anymore|any more]|no longer interested|i 'm not interested|not interested) [please|thanks|thank you]`,
    call_later: `
    (i|we) (will|'ll|'d better|have to|can|'ll have to|need to|'d have to) (call|ring|try|phone) [you] (back|again|later) [later|another time|tomorrow|in a bit]
    (can|could) (i|we) (call|ring|phone) [you] (back|later) [later|in a bit|tomorrow|another time]
    (i 'm|we 're) in the middle of (something|work|a meeting|dinner|lunch)
    (can you call [me] back|call me back|call me later|not now|now (is|'s) not [a] good [time] [for me]|it 's a bad time|this is a bad time|i 'm busy|i 'm busy right now|i 'm driving|another time|some other time|i have n't got time) [later|please|right now]`,
    complaint: `
    i (want|'d like|would like|wish|need) to (complain|(make|file|lodge|put in) a complaint)
    (you|you people|you lot|you guys) are the worst
    (nobody|no one) [ever] (calls|called|rings|rang) [me] back
    (this|it|that) ('s|is) the {ordinal} time [i 've|i have] [called|rung|phoned|asked]
    (it|this) ('s|is) (hopeless|a disgrace|disgraceful|a scandal|pathetic)
    i want my money back
    (i have a complaint|this is a complaint|this is [getting|really getting] on my nerves|i 'm getting (angry|annoyed|fed up))
    i 've (told you|said) (that|this|it) [already|three times|twice|ten times|before] [now]
    (you|you lot|you people|you guys) are [so|absolutely|completely|all] (useless|hopeless|rubbish|incompetent)
    (this|that|it) (is|'s) (ridiculous|unacceptable|outrageous|a joke|terrible|awful|useless|a waste of [my] time|very annoying|so annoying|getting ridiculous|hopeless)
    ((i 'm|i am) [very|so|not] (angry|unhappy|fed up|disappointed|annoyed|happy) [with (this|you|it|(your|the) (service|company))]|this {donot} work|you never (understand me|listen)|you {donot} (understand me|listen)|you 're not listening|this is n't working|i told you already|i already told you|i told you that already|i already said that|i 've already told you|how many times do i have to (say|tell you) [it|that])`,
    insult: `
    [you|you are|you 're] [a|an|such a|such an] {fool}
    (you are|you 're) [so] (stupid|dumb|useless|an idiot)
    (fuck you|fuck off|go to hell|shut up|screw you|piss off|bugger off|get lost)`,
    operator: `
    [{mayi}] (speak|talk) (to|with) {someone} [please|instead]
    {giveme} (a|an) (real|actual|human) {word} [on the (line|phone)]
    is there (a|an|any) [proper|real|actual] {someone} i (can|could) (talk|speak) to
    {mayi} (speak|talk) (to|with) (the|your|one of (the|your)) [{word}] {word} [please|instead]
    {giveme} {someone} [please|instead] [on the (line|phone)]
    is there (anyone|anybody|someone|somebody|a person|a human) [there] [i can] [actually] [talk to|speak to|speak with|i can (talk|speak) to]
    (put|connect) me (through|over) [to|with] {someone}
    (operator|agent|representative|a human please|a real person|a person please|customer service|a human|human|real person|put me through|transfer me|a person|someone real|the front desk) [please]`,
    thanks: `
    (thanks|thank you|cheers|ta) [{somuch}] [for (all|everything|that|all this|(your|the) {word})]
    [i|we] [really|much] appreciate (it|that|this)
    you ('ve|have) been [so|very|really|a|such a] [great|big|real] (helpful|kind|lovely|patient|nice|help|darling|star)
    (many thanks|much appreciated|that 's kind|that 's very kind|that 's kind of you|very kind)`,
    greeting: `
    [good] morning how are (we|you)
    (is anyone there|anyone there|hey hey|howdy)
    (hello|hi|hey|hi there|hello there|good morning|good afternoon|good evening|good day|hiya|nice to meet you|can you hear me|are you there|hello can you hear me|is this thing (on|working)|how can i help [you]|hello hello|is anybody there|anybody there|anybody home)`,
    small_talk: `
    (how is|how 's) (your day|it|everything|the day) [going]
    (how are you|how are you doing|how 's it going|how are things|how do you do|how are you today|how 's your day|what 's up)
    how are you (doing|keeping|getting on) [yourself|today|then]
    (how 's|how is|what 's) the weather [{word}] [your|over|up|out] [way|there]
    did you get (much|any|a lot) [of] [the|that] {weather}
    (is n't|was n't) it [{word}] {warm} [today|out|yesterday]
    (what|such) a (lovely|nice|beautiful|miserable) day [for it] [is n't it]
    [a] (lovely|nice|beautiful|miserable) day (for it [is n't it]|is n't it)
    (it 's|it is) [so|very|really|perishing|freezing] (cold|hot|wet|windy) [up here|down here|here|out] [is n't it]
    (nice|lovely|good) (talking|chatting|speaking) (to|with) you
    are you having a (nice|good|lovely) (day|morning|afternoon|evening)
    (nice|lovely|terrible|awful|bad|beautiful) weather [today|is n't it]
    (tell me a joke|you have a nice voice|you sound nice|do you like your job|what 's the weather like)`,
    goodbye: `
    (goodbye|bye|bye bye|bye for now|(cheers|aight|right|okay|ok|ta) bye|cheerio|see you|have a nice day|have a good day|talk to you later|speak soon|ta ra|i have to go|i 've got to go|i must go|i need to go)`,
    emergency_alone: "{rescue} [please|now|quickly]",
    emergency: `
    (call|send|get|i need|we need|get me|please send|please call|somebody call) {rescue} [please|now|quickly]
    (this|it) (is|'s) an emergency
    mayday [mayday]
    ('s|is|are|'re) on fire
    (there 's|there is|there are|see) (flames|smoke)
    (he|she|it) (is|'s) bleeding {word}
    (he|she|my {relative}|somebody|someone|i) [has|have|'s|is|just|after] [just|after|only] (collapsed|fainted|passed out|passing out|blacked out) [on the {word}]
    (i|we) {donot} wake (him|her|them|my {relative}) [up]
    (he|she|my {relative}|the baby) (has|have|'s) [just] (swallowed|drunk|eaten) [some|all the|all my] (bleach|poison|pills|tablets|medicine|weedkiller|antifreeze)
    (hit|run over) by a (car|bus|lorry|truck|van|train)
    (my chest hurts|it 's on fire|(someone|somebody|a man|a woman) (trying to break in|is breaking in)|i think i 'm having a (heart attack|stroke))
    (he|she|my {relative}|somebody|someone|i|the baby) (is|'s|are|am|'m) (not breathing|unconscious|bleeding badly|choking|dying|having a heart attack|having a stroke)
    (i|he|she|my {relative}|somebody|someone) ({donot} breathe|stopped breathing|is n't breathing)
    (i want to (kill myself|die|end my life)|i 'm going to kill myself|heart attack|there is a fire|there 's a fire|the house is on fire|my house is on fire|our house is on fire|i smell gas|(smell|smells|smelling|stinks|reeks) of gas|there 's a gas leak|there is a gas leak|help me please he 's dying|i have been (stabbed|shot)|someone has a (gun|knife))`,
  },
  classes,
);
