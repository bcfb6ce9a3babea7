// English talk: yes and no, corrections, words that may accompany an answer, and counted persons.

import type { Forms } from "../../forms.ts";
import { recordsOf } from "../records.ts";
import type { Rule } from "../../rules.ts";

export const talk: Forms = {
  answer:
    "[it 's|it is|that 's|i would like|i 'd like|i want|i need|we would like|we need|can i have|i think|okay|yes] {value} [please|thanks|thank you]",
  dictated: "my (number|code) is {value} [please|thanks|thank you]",
  correction:
    "(no|no sorry|sorry|actually|i mean|make it|no make it|no i said) {value} [please|thanks|thank you]",
  complaint: "[no|no sorry|sorry|actually] [the] {name} (is wrong|is incorrect)",
  yes: "yes",
  no: "no",
  yesWord: "{yes}",
  noWord: "{no}",
  yesnoTwice: `{yesno} {agreement}
    {yesno} {yesno}`,
  yesnoHedged: "(i think|i guess|i believe|i 'd say|i suppose|well) {yesno}",
  agreement: `{yesish}
    {hedge} {agreed}
    {agreed}
    ({agreed}|{yesish}) (for|with|to|by) (me|us)
    ({yesish}|{agreed}) (book|send|do|confirm|order|reserve|save) (it|that|them)
    please ~0.1`,
  disagreement: `{noish}
    {denied}
    {denied} (for|with) (me|us)
    (i|we) do n't (think|believe) {agreed} ~-0.05`,
  enough: `(nothing else|nothing more|i do n't need anything else|i 'm done|we 're done) [thanks|thank you|for now|for today]
    [{no}] [{subject}] [{be}] [finally|really] {done} [for now|for today]
    [{no}] (that 's|that is|that 'll be) (us|the lot|your lot|me done|us done)`,
  wish: "[actually] [there 's|there is|i have|i 've got] [just] (one|another|a) [more|last|other] (thing|question|request)\nthere is",
  right: "{very} {right}",
  agreed: `{subject} ('s|is|would be|'d be|'ll be|will be|sounds|looks|seems|was|works|will do) [{very}] {right}
    (sounds|looks|works|fine|okay|good|great|all) (right|good|great|fine|perfect|lovely|for me|with me|by me|to me)
    (i|we) ('d|would) (like|love|appreciate|welcome) (to|that|it|so)
    (i|we) (think|guess|believe|suppose|hope|would say|'d say) so
    {subject} {aux}
    this is (she|he|her|him)
    (happy to|gladly|i have|we have|that helps|that 'd help|that would help|a little|a bit|suits me|that suits me|that 'll do|that will do|fine by me|it 's fine by me|that 's the one|that 's the day|that 's the ones)
    {subject} ('s|is|was) (what (i|we) (want|said|meant|ordered)|the right {thing}|approved|confirmed)
    (all|everything) {right}
    (book|send|do|confirm|order|reserve|save|place) (it|that|them|this)
    (as i said|like i said|i do n't see why not|very (good|well)|(i|we|it) sure (is|am|do|are|have))
    (i|we) have no objection
    why would n't (i|we|it)
    (would be|'d be) (nice|great|good|handy|lovely|helpful|useful)
    (count (me|us) in|be my guest|i 'm in|we 're in|make it so)
    let 's [do|go] [it|that|for it|ahead] ~0.1
    (i|we) (agree|confirm|want|need|'m sure|am sure|accept) [it|that|so|to|one]`,
  denied: `{subject} {aux} (not|n't|never|no)
    [{subject}] {aux} (not|n't) [really] {doing} [to|so|then] [{object}] [for (me|us)|then|that day]
    (you|you 've|you have) got (that|it|this) wrong
    [please] do (n't|not) (book|send|do|confirm|order|reserve|save|place|charge) (it|that|them|this|me)
    [that 's|it 's] [the] wrong {thing}
    [that 's|it 's|that is] no good [for (me|us)]
    (i|we) {aux} n't (then|that day)
    (i|we) (would|did) n't say (so|that)
    {subject} ('s|'m|is|are|'re) not [{very}] [{right}|the case|so]
    {subject} {aux} n't [be] [{very}] ({right}|necessary|needed)
    {subject} ('s|is|was|sounds|seems|looks) [{very}|all] (wrong|incorrect|false)
    (i|we) ('d|would) [really] (rather|prefer) not [to]
    (rather not|i 'd rather you did n't|{hedge} not|[please] do (n't|not) do it|under no circumstances|not that much|you misheard|that 's not what i said|not that|let 's not|[please] do (n't|not)|better not|i think not|i 'd say no|'d say no|i 'll pass|no can do|not {right}|there is none|wo n't be needed|not this time|count (me|us) out|(i|we) (already have|'ve already got) (one|that|it)|(i|we) (have|'ve got) (one|that|it) already|please no|(never mind|i 've changed my mind) no)
    (i|we) ('m|am|are|'re) (good|all set|fine) (thanks|thank you)`,
  without: "without",
  not: "(not|n't|anything but|any day but|any time but|everything but|all but|any day except|definitely not|but not|certainly not|and not|not on|cannot)",
  tag: "(is|was|are|were|does|do|did|has|have|had|will|wo|would|could|ca|should) n't (it|that|he|she|they|there|we|you|i)",
  bad: "(too early|too late|too soon|bad|impossible|out|no good|no use|hopeless|tricky|difficult|unavailable|busy|wrong|not good|out of the question)",
  mend: `(excuse me|whoops|drat|shoot|blast|uh|um|er|sorry|i mean|i meant|i mean to say|actually|or rather|wait|hang on|hold on|scratch that|correction|let me correct that|i said|instead|should be|it should be|i tell a lie|no wait|wait no|no hang on|well)
    (on second thought|on second thoughts|raise|increase|lower|reduce|change|switch|move)
    (almost|nearly|close) (but|only|except)
    (make it|make that|let 's make it|let 's make that|change (it|that) to|better make it|it should be|i should say|better|rather|my mistake|oops|but now)`,
  noMark: "(no|nope|nah|wrong|that 's wrong|that is wrong|not right|that 's not right)",
  instead: "(instead of|rather than|and not|in place of)",
  or: "(or|or else|or maybe|or possibly|or perhaps)",
  but: "(but|except (it 's|we 're|there 's|that|for)|only (it 's|we 're))",
  conclude:
    "((that|which) makes [it|us]|so|so call it|so that 's|so make it|so now|these days|but these days|but this time)",
  someone: `(a|an|some|your|the) [real|live|human] (person|human|agent|manager|operator|colleague|supervisor|representative|human being|receptionist)
    (someone|somebody) [real|else|in charge]`,
  aside: `(says|said|to say|you say) {yesno}
    (how about|what about|how does|how would|how 's|would|what if we say|shall we say|why do n't we say|why not) [it be]
    (do you have|have you got|is there|are there|is it possible to|would it be possible to|any chance of|any chance [on|for]|would it be|do you do|got) [anything|something|a table|a slot|space|room|any|an appointment|availability|time|free] [free|available]
    (i|we) (was|were|'re|'m|am|are) (thinking|hoping|wondering|looking|going|planning|aiming|coming|after|thinking about|thinking of) [for|to|about|of|if]
    (i|we) (wanted|needed|thought|hoped) [to|about|for]
    (this time|for now|for the moment|as well|my treat|if you like|would be our first choice|would be my first choice)
    (nobody else|no one else|that 's everyone|all of us|after all)
    (something|anything|any time|any slots|any slot|a slot|a table|the table|an appointment) (for|on|at|around|about|free|available|in|to|like)
    (at the most|max|tops|maximum|give or take|or so|or thereabouts|or something [like that]|ish|as far as i know|if i remember correctly|to be (honest|exact|precise|safe)|more or less|something like|off the top of my head|believe it or not|as usual|as always|as it happens|near enough)
    (that|it|this) ('s|is|will|would|'ll|'d|should|could) [be] (it|all|fine|great|good|perfect|do|ok|okay|enough|do it|do nicely|best|ideal|lovely|cover it|work|suit)
    (the number|the answer|the amount|the date|the day|the time|the total|my answer|my number|my mobile|my mobile number|my cell|my reference) (is|would be|'s)
    (you know|i mean|let me see|let 's see|let me think|see|how to say|bear with me|as i said|like i said|of course|no problem|no worries|if i may|for now|for starters|as soon as possible|thank you very much|thanks a lot|thank you so much|not a problem|do n't worry|do n't mind)
    (i|we) (do n't mind|would n't mind|ca n't wait|'ve got|have got|have|got)
    (no|nothing) (later|more|less|earlier) than that
    (i|we) (need|want|'d like|would like|'d like to book|want to book|would like to book) a (table|booking|reservation|appointment|room|slot)
    (a|the) (table|booking|reservation|appointment|room|slot) (for|on|at)
    (after|before) (work|lunch|school|dinner|breakfast|church) [say]
    [i|she|he] [was|'s] born [on]
    (from me|more like [a]|as per usual)
    (i|we) (can|could|'d|would|will|'ll) (pay|spend|afford)`,
  reason: `(because|cause|cos|coz|since|so that|so i can|so we can|including|counting|given that|thats when|that 's when|that 's my|it 's my|it 's our|which is)
    for (my|our|a|his|her) (birthday|wedding|anniversary|party|meeting)
    (before|after|while|until|till|as|when) (i|we|he|she|they|it) ~-0.1
    (before|after|while|until|till|when) (the|my|our|his|her) ~0.4`,
  condition: "(if|in case|as long as|provided|unless)",
  opening: `(it|she|he|that|this|they) ('s|is|'re|are) (called|named|about)
    (the|my|his|her|its|our) [full|company] name (is|'s|would be)
    (i 'm|i am|we 're) (calling|ringing|phoning) about`,
  lead: `[please] (write|take down)
    my [full] name [is|'s|would be|will be]
    (call me|just call me|they call me|people call me|everyone calls me|my friends call me|i 'm called|i am called|i go by|it 's under|it would be|that would be|here is|you 're speaking (to|with)|you 're talking to)
    [the|his|her|its|{owner}] (name|names) [is|'s|of|would be|will be]
    [{owner}] (is|'s) (called|named)
    (we|i|they) (call|called|named) (her|him|it)
    (he|she|it) goes by
    (under|under the name|under the name of|in the name of|on behalf of|put me down as|put it under|put it down as|put down|booked under|make it|for|it 's for|the reservation is for|speaking|calling|child is|mr|mrs|ms|mister|miss|colonel|captain|major|sergeant|lieutenant|general|reverend|father|sister|sir|lady|lord|she 's called|he 's called|his name is|her name is|spelled|it 's spelled|that 's spelled|reservation for|table for|booking for)`,
  weakLead: "(i 'm|i am|this is|it 's|it is|that 's|he 's|she 's)",
  firstName: "[and] [my|the] (first name|given name) [is|'s|would be]",
  lastName: "[and] [my|the] (last name|surname|family name|second name) [is|'s|would be]",
  memberOne: `[just|only] {self}
    (my|a|our|the|one|an|her|his|your) [best|little|older|younger|old|good|young|small|other] {relative}
    (mom|mum|dad|mummy|daddy|mama|papa)
    (someone|somebody) else`,
  memberTwo: `(my|our|the|his|her) (parents|grandparents|in laws)
    both (my|our|the) {relatives}`,
  memberN: `(my|our|the) {n} {relatives}
    {n} [small|other|more|little|of my|of our|good|young] {relatives}`,
  partySum: `{member} [and|plus|with|and then|and also] {member}
    {party} [and|plus|with|and then|and also] {member}`,
  partyAndI: `{party} and i
    {member} and i
    {n} more besides (me|myself) ~-0.05`,
  partyPlus: "{self} (plus|and) {n} [more|others]",
  partyOne: `(just|only) me
    (me|i) myself and (i|me) ~-0.1
    [just|only] [me] (by myself|on my own|alone|myself|solo)
    (it 's (me|myself)|(just|only) myself|me only|(nobody|no one) (but|besides|except) me)`,
  partyTwo:
    "(both of us|the pair of us|couple of us|a couple of us|the both of us|a twosome|we 're a couple)",
  partyPairs: "{n} couples",
  party: `a party of {n}
    (table|party|group|family|dinner|lunch|team) (for|of) {n}
    our (party|group|team|family) is {n}`,
  headcount: `(we 're|we are) {n}
    we ('re|are|'ll be|will be|would be|'d be|will only be) [just|only|about|now|actually|really|all] {n}`,
  ofUs: "(the|us|both of|all) {n} of us",
  position: "the {ordinal} [one;option|choice]",
  positionNumber: "(number|option;choice|press) {n}",
  positionLast: "the (last;latter) [one;option]",
  positionMiddle: "the middle [one|option]",
};

export const beside = `
  i we you it that this there me us my our your its his her their these those one's
  am is are be being will would 'd 'll 's 're 'm 've can could may might shall should must do does have has get got
  gonna wanna going let need needs want wants like love prefer take make put book order say says'd think guess
  believe suppose reckon imagine assume figure hope go come comes stay staying try keep use give call pick choose
  having coming looking see know bring bringing expecting expect
  a an the of for on at in to by with and then as into about around round roughly approximately approx circa
  exactly precisely sharp even
  please thanks thank cheers ta just only maybe perhaps probably possibly likely certainly surely definitely simply really
  quite rather pretty well so okay ok yeah yes yep right oh ah um uh uhm er erm hmm hm mm like kind sort basically
  honestly literally now here too'd also again still already anyway ideally preferably hopefully
  good great fine perfect nice best ideal lovely possible alright okay convenient easiest better sounds sound
  enough available free able happy glad down brilliant super cool wonderful excellent
  sir madam ma'am mate love dear darling buddy pal guys everyone
  total altogether together all whole full number anything thing option side bit tad little moment afraid sure
  course time'd hello hi hey
  answer first'd way case actually ooh omg gosh wow blimey crikey goodness heavens haha lol`;

export const doubt = {
  question: "what when who why where which how whose whether whom",
  past: "was were had did used been ago previously yesterday went came told asked paid stayed left bought sold sent lost met saw ran took gave began started ended drove flew ate drank kept heard brought taught wrote spoke broke fell felt knew rang spent won wore built stood swam originally formerly ex",
  habit: "always usually normally every each never often sometimes generally mostly regularly whenever",
  compare:
    "too than more less fewer most least steep expensive pricey short late later latest early earlier earliest over under maximum minimum before after between except without till until above below extra another per from past worth beyond by within further minus apart besides",
  share: "half twice double triple",
  near: "nearly almost",
  none: "nothing nobody",
  unsure: "depends otherwise either both neither whichever whatever few several many much some unless",
};

export const notNames = `hello hi hey bye goodbye what who where when why how yes no not sorry help weather name
  speak english operator agent person human robot wait cancel
  single double none nobody everybody everyone anyone someone today tomorrow can't won't don't mine yours same
  usual customer sir account order table room booking reservation appointment
  spell spelt gave skip anonymous ill sick lost hungry fever cough cat dog boy girl company system doctor vet
  rabbit puppy class whole card baby knows has
  speaking talking calling spelled spelling letter letters capital hyphen apostrophe dash question idea clue
  raining important private business already told tell matter mind care mean understand heard hear repeat listen
  ask asked there his her their if but or because since with without from before after very much many more most
  other another every always never often`;
export const particles = "de la van von der den del da dos di le du al bin ibn st mac mc o ter ten el y";
export const people =
  "places chairs humans people persons person guests guest adults adult grownups folks pax heads ppl visitors passengers travellers attendees diners seats souls";
export const invites =
  "work works possible okay ok alright free available anything something fine suit chance table space room slot good";
export const asks = "is are does did has do have will was were aren't isn't";
export const hesitation =
  "um uh er erm oh ah well so surely okay ok hi hello hey yeah yes hmm and sorry right now no please thanks thank you then really sir madam uhm mm mate love ooh omg gosh wow blimey crikey goodness heavens haha lol";

/** Words with which callers remove entries of a list, change them and point at them. */
export const records: readonly Rule[] = [
  { type: "times", form: "{n} (times|x)" },
  ...recordsOf({
    remove:
      "(remove|without|take off|take out|take away|delete|drop|cancel|forget|forget about|leave out|leave off|skip|minus|lose|scratch|strike|get rid of|omit|(i|we) do n't (want|need)|do n't (want|need)|do not (want|need))",
    away: "(off|out|away)",
    rather: "(instead|rather)",
    insteadOf: "(instead of|rather than|in place of)",
    change: "(make|make it|make that|make them|change|change it|change that|switch|swap|turn)",
    into: "(to|into|for|with|should be)",
    everything:
      "(everything|all|all of (it|them|those|these)|(it|them) all|both|both of (them|those|these)|the whole (order|thing)|every one [of them])",
    more: "(more|another|additional|extra)",
    add: "(add|plus|as well as|as well|also|and also|order|get|along with|on top|[just] one (more|last) thing)",
    and: "and",
    again: "(so|so that 's|that 's|so it 's|i said|like i said|as i said|that makes)",
    it: "(it|that|them|those|that one|this one)",
    one: "(a|an)",
    the: "(the|these|my|our)",
    of: "of (the|those|these|them|that|my|our)",
    some: "([a|quite a|a good] few|several|some|many|enough|multiple|numerous|plenty of|[a] bunch [of]|[a] handful [of]|a number of|any number of|a small number of|(a load|loads|lots|a lot) of|a round of|a bit of|a little bit of)",
    vague: "[a] couple [of]",
    "place 0.5": "the middle one",
  }),
];
