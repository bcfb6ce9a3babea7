// English talk: yes and no, corrections, acts, what may stand beside an answer, and what adds doubt.

import { said } from "../../meanings/meaning.ts";
import { forms, type Rule, words } from "../../rules.ts";
import { acts } from "./acts.ts";

const yesno: readonly Rule[] = [
  ...words(
    "yes",
    "yes yeah yep yup yea yah aye absolutely definitely certainly exactly indeed affirmative of_course uh_huh mm_hmm mhm go_ahead go_right_ahead go_for_it please_do by_all_means for_sure you_bet sure_thing most_definitely most_certainly yessir sure_do sure_please",
  ),
  ...words(
    "no",
    "no nope nah negative no_way not_really not_at_all no_thanks no_thank_you certainly_not definitely_not absolutely_not of_course_not not_today never_ever definitely_no absolutely_no",
  ),
  ...words(
    "yesish",
    "sure correct right ok okay alright all_right fine perfect great good true why_not go_on spot_on very_much_so lovely brilliant wonderful totally you_got_it no_problem excellent obviously naturally cool do_it do_that do_so let_'s_do_it with_pleasure deal that_works that_'ll_work not_a_problem i_suppose i_suppose_so i_'m_afraid_so i_'m_afraid_i_do",
  ),
  ...words(
    "noish",
    "never incorrect wrong false hardly not_now not_yet not_necessary none nothing not_for_me no_need not_needed not_even not_particularly not_at_the_moment not_anymore not_as_far_as_i_know not_that_i_know_of i_'m_afraid_not nay nobody absolutely_never none_of_us out_of_the_question there_'s_no_need i_never_did never_had_one nothing_else",
  ),
  { type: "agreement", form: "{yesish}", value: () => true },
  { type: "agreement", form: "{noish}", value: () => false },
  {
    type: "yesno",
    form: "{no} (i|we|everyone|it|that|everything|he|she) ('m|'re|'s|is|are|am) [all] (good|fine|okay|ok|alright|set)",
    value: () => false,
    cost: -0.1,
  },
  {
    type: "enough",
    form: "(nothing else|nothing more|i do n't need anything else|i 'm done|we 're done) [thanks|thank you|for now|for today]",
    value: () => true,
    cost: -0.05,
  },
  ...words("be", "'m 're 's is was 'll_be will_be would_be are"),
  ...words(
    "done",
    "good fine all it everything all_set okay enough all_good very_helpful all_i_need all_i_wanted",
  ),
  {
    type: "enough",
    form: "[{no}] [{subject}] [{be}] {done} [for now|for today]",
    value: () => true,
    cost: -0.05,
  },
  ...words("aux", "do does did have has had am are is will would can 'll 'd 've need"),
  ...words("subject", "i we it he she they you that there this everything all"),
  ...words(
    "right",
    "right correct good fine great perfect ok okay alright true it nice handy helpful useful lovely exact accurate wonderful wanted me what_i_said what_i_want what_i_meant",
  ),
  ...words("very", "very quite really so just exactly absolutely all"),
  { type: "right", form: "{very} {right}", value: () => true },
  {
    type: "agreed",
    form: "{subject} ('s|is|would be|'d be|'ll be|will be|sounds|looks|seems|was|works|will do) [{very}] {right}",
  },
  {
    type: "agreed",
    form: "(sounds|looks|works|fine|okay|good|great|all) (right|good|great|fine|perfect|lovely|for me|with me|by me|to me)",
  },
  { type: "agreed", form: "(i|we) ('d|would) (like|love|appreciate|welcome) (to|that|it|so)" },
  { type: "agreed", form: "(i|we) (think|guess|believe|suppose|hope|would say|'d say) so" },
  { type: "agreed", form: "{subject} {aux}" },
  {
    type: "agreed",
    form: "(happy to|gladly|i have|we have|that helps|that 'd help|that would help|a little|a bit|suits me|that suits me|that 'll do|that will do|fine by me|it 's fine by me|that 's the one|that 's the day|that 's the ones)",
  },
  { type: "agreed", form: "let 's [do|go] [it|that|for it|ahead]", cost: 0.1 },
  { type: "agreed", form: "(i|we) (agree|confirm|want|need|'m sure|am sure|accept) [it|that|so|to|one]" },
  { type: "denied", form: "{subject} {aux} (not|n't|never|no)" },
  {
    type: "denied",
    form: "{subject} {aux} (not|n't) (want|need|like|have|think so|believe so|agree|had|been|do) [that|it|to|one|any|so]",
  },
  { type: "denied", form: "{subject} ('s|'m|is|are|'re) not [{very}] [{right}|the case|so]" },
  { type: "denied", form: "{subject} {aux} n't [{very}] {right}" },
  { type: "denied", form: "{subject} ('s|is|was|sounds|seems|looks) [{very}|all] (wrong|incorrect|false)" },
  { type: "denied", form: "(i|we) ('d|would) [really] (rather|prefer) not [to]" },
  {
    type: "denied",
    form: "(rather not|i 'd rather you did n't|{hedge} not|do n't do it|please do n't do it|under no circumstances|i would n't say so|i did n't say that|you misheard|that 's not what i said|not quite|not that|let 's not|do n't|please do n't|better not|i think not|i 'd say no|'d say no|i 'll pass|no can do|not {right}|there is none|wo n't be needed|not this time)",
  },
  { type: "denied", form: "(i|we) ('m|am|are|'re) (good|all set|fine) (thanks|thank you)" },
  { type: "yesno", form: "{yes}", value: () => true, say: (v) => (v === true ? ["yes"] : undefined) },
  { type: "yesno", form: "{no}", value: () => false, say: (v) => (v === false ? ["no"] : undefined) },
  { type: "agreement", form: "{hedge} {agreed}", value: () => true },
  { type: "agreement", form: "(i|we) do n't (think|believe) {agreed}", value: () => false, cost: -0.05 },
  { type: "agreement", form: "{agreed}", value: () => true },
  { type: "agreement", form: "{denied}", value: () => false },
  ...words(
    "hedge",
    "unfortunately luckily sadly i_'m_afraid probably maybe perhaps i_guess i_think i_suppose i_hope preferably better",
  ),
  { type: "agreement", form: "please", value: () => true, cost: 0.1 },
  { type: "yesno", form: "{yesno} {agreement}", value: (a, b) => (a === b ? a : undefined), cost: -0.05 },
  { type: "yesno", form: "{yesno} [no] please", value: (a) => a, cost: -0.05 },
  { type: "yesno", form: "{yesno} {yesno}", value: (a, b) => (a === b ? a : undefined), cost: -0.05 },
  { type: "yesno", form: "(i think|i guess|i believe|i 'd say|i suppose|well) {yesno}", value: (v) => v },
];

const marks: readonly Rule[] = [
  ...forms(
    "mark",
    "not",
    "(not|n't|anything but|any day but|any time but|everything but|definitely not|but not|certainly not|and not|not on|cannot)",
  ),
  ...forms(
    "mark",
    "bad",
    "(too early|too late|too soon|bad|impossible|out|no good|difficult|unavailable|busy|wrong|not good|out of the question)",
  ),
  ...forms(
    "mark",
    "mend",
    `(uh|um|er|sorry|i mean|i meant|i mean to say|actually|or rather|wait|hang on|hold on|scratch that|correction|let me correct that|i said|instead|should be|it should be)
    (on second thought|on second thoughts|raise|increase|lower|reduce|change|switch|move)
    (make it|make that|let 's make it|let 's make that|change (it|that) to|better make it|it should be|i should say|better|rather|my mistake|oops|but now)`,
  ),
  ...forms("mark", "no", [
    "(no|nope|nah|wrong|that 's wrong|that is wrong|not right|that 's not right)",
    0.02,
  ]),
  ...forms("mark", "instead", "(instead of|rather than|and not|in place of)"),
  ...forms("mark", "or", "(or|or else|or maybe|or possibly|or perhaps)"),
  ...forms("mark", "but", "(but|except (it 's|we 're|there 's|that|for)|only (it 's|we 're))"),
];

const someone: readonly Rule[] = [
  {
    type: "someone",
    form: "(a|an|some|your|the) [real|live|human] (person|human|agent|manager|operator|colleague|supervisor|representative|human being|receptionist)",
  },
  { type: "someone", form: "(someone|somebody) [real|else|in charge]" },
];

const asides: readonly Rule[] = [
  ...forms(
    "aside",
    true,
    `(how about|what about|how does|how would|how 's|would|what if we say|shall we say|why do n't we say|why not) [it be]
    (do you have|have you got|is there|are there|is it possible to|would it be possible to|any chance of|would it be|do you do|got) [anything|something|a table|a slot|space|room|any|an appointment|availability|time|free] [free|available]
    (i|we) (was|were|'re|'m|am|are) (thinking|hoping|wondering|looking|going|planning|aiming|coming|after|thinking about|thinking of) [for|to|about|of|if]
    (i|we) (wanted|needed|thought|hoped) [to|about|for]
    (this time|for now|for the moment|as well|my treat|if you like)
    (nobody else|no one else|that 's everyone|all of us)
    (something|anything) (for|on|at|around|about|free|available|in|to|like)
    (at the most|max|tops|maximum|give or take|or so|or thereabouts|or something [like that]|ish|in all|all in all|in total|all together|as far as i know|if i remember correctly|to be (honest|exact|precise|safe)|more or less|something like|off the top of my head|believe it or not|as usual|as always|as it happens)
    (that|it|this) ('s|is|will|would|'ll|'d|should|could) [be] (it|all|fine|great|good|perfect|do|ok|okay|enough|do it|do nicely|best|ideal|lovely|cover it|work|suit)
    (the number|the answer|the amount|the date|the day|the time|the total|my answer|my number) (is|would be|'s)
    (you know|i mean|let me see|let 's see|let me think|see|how to say|bear with me|as i said|like i said|of course|no problem|no worries|if i may|for now|for starters|as soon as possible|thank you very much|thanks a lot|thank you so much|not a problem|do n't worry|do n't mind)
    (i|we) (do n't mind|would n't mind|ca n't wait|'ve got|have got|have|got)
    (no|nothing) (later|more|less|earlier) than that`,
  ),
  ...forms(
    "reason",
    true,
    "(because|cause|cos|coz|since|so that|so i can|so we can|including|counting|given that|thats when|that 's when|that 's my|it 's my|it 's our|which is)",
  ),
  ...forms("reason", "if", "(if|in case|as long as|provided|unless)"),
  ...forms("reason", true, "for (my|our|a|his|her) (birthday|wedding|anniversary|party|meeting)"),
  ...forms(
    "lead",
    true,
    `my [last|first|full] name [is|'s|would be|will be]
    (call me|just call me|they call me|people call me|everyone calls me|my friends call me|i 'm called|i go by|it 's under|it would be|that would be|here is|you 're speaking (to|with)|you 're talking to)
    [the] (name|names|surname|last name|first name) [is|'s|of|would be|will be]
    (under|under the name|under the name of|in the name of|on behalf of|put me down as|put it under|put it down as|put down|booked under|make it|for|it 's for|the reservation is for|speaking|calling|child is|mr|mrs|ms|mister|miss|she 's called|he 's called|his name is|her name is|spelled|it 's spelled|that 's spelled)`,
  ),
];

const weakLeads: readonly Rule[] = forms("weaklead", true, "(i 'm|i am|this is|it 's|it is|that 's)");
const joined = (a: number, b: number): number | undefined => (a + b < 40 ? a + b : undefined);
const party: readonly Rule[] = [
  ...words("self", "me=1 myself=1", 0.02),
  ...words(
    "relative",
    "wife husband son daughter mother mum mom mummy dad father friend partner boyfriend girlfriend sister brother boss colleague baby child kid toddler adult missus grandma grandpa fiance fiancee neighbour neighbor cousin aunt uncle nephew niece mate infant teenager other colleague",
  ),
  ...words(
    "relatives",
    "friends kids children sons daughters sisters brothers colleagues adults babies toddlers others neighbours mates infants teenagers cousins grown_ups grownups",
  ),
  { type: "member", form: "[just|only] {self}", value: () => 1 },
  {
    type: "member",
    form: "(my|a|our|the|one|an|her|his|your) [best|little|older|younger|old|good|young|small|other] {relative}",
    value: () => 1,
  },
  { type: "member", form: "(my|our|the|his|her) (parents|grandparents|in laws)", value: () => 2 },
  { type: "member", form: "(my|our|the) {n} {relatives}", value: (n) => n },
  {
    type: "member",
    form: "{n} [small|other|more|little|of my|of our|good|young] {relatives}",
    value: (n) => n,
  },
  { type: "party", form: "{member} [and|plus|with|and then|and also] {member}", value: joined, cost: 0.02 },
  { type: "party", form: "{party} [and|plus|with|and then|and also] {member}", value: joined, cost: 0.02 },
  { type: "member", form: "(mom|mum|dad|mummy|daddy|mama|papa)", value: () => 1 },
  { type: "party", form: "({party}|{member}) and i", value: (a, b) => (a ?? b) + 1, cost: -0.02 },
  {
    type: "headcount",
    form: "we ('re|are|'ll be|will be|would be|'d be|will only be) [just|only|about|now] {n}",
    value: (n) => n,
    cost: 0.05,
  },
  { type: "party", form: "{self} plus {n}", value: (_self, n) => n + 1 },
  { type: "party", form: "[just|only] [me] (by myself|on my own|alone|myself|solo)", value: () => 1 },
  { type: "party", form: "(just|only) me", value: () => 1, say: said(1) },
  { type: "party", form: "(it 's (me|myself)|(just|only) myself)", value: () => 1 },
  { type: "headcount", form: "(we 're|we are) {n}", say: (n) => [n], cost: 0.05 },
  { type: "headcount", form: "(the|us|both of|all) {n} of us", value: (n) => n },
  {
    type: "party",
    form: "(both of us|the pair of us|couple of us|a couple of us|the both of us|a twosome|we 're a couple)",
    value: () => 2,
  },
  { type: "party", form: "a party of {n}", say: (n) => [n] },
  { type: "party", form: "(table|party|group|family|dinner|lunch) (for|of) {n}", value: (n) => n },
  { type: "position", form: "the {ordinal} [one;option|choice]", say: (n) => (n > 0 ? [n] : undefined) },
  { type: "position", form: "(number|option;choice) {n}", say: (n) => (n > 0 ? [n] : undefined) },
  { type: "position", form: "the (last;latter) [one;option]", value: () => -1, say: said(-1) },
];

/** Sentences around a value, and small words, as a recogniser expects them. */
const frames: readonly Rule[] = [
  ...words("article", "the a my"),
  ...words("and", "and"),
  ...words("plus", "plus"),
  ...words("before_date", "on"),
  ...words("before_time", "at"),
  {
    type: "answer",
    form: "[it 's|it is|that 's|i would like|i 'd like|i want|i need|we would like|we need|can i have|i think|okay|yes] {value} [please|thanks|thank you]",
  },
  { type: "dictated", form: "my (number|code) is {value} [please|thanks|thank you]" },
  {
    type: "correction",
    form: "(no|no sorry|sorry|actually|i mean|make it|no make it|no i said) {value} [please|thanks|thank you]",
  },
  {
    type: "complaint",
    form: "[no|no sorry|sorry|actually] [the] {name} (is wrong|is not right|is n't right|is incorrect)",
  },
];

export const talk: readonly Rule[] = [
  ...frames,
  ...yesno,
  ...marks,
  ...someone,
  ...acts,
  ...asides,
  ...weakLeads,
  ...party,
];

export const beside = `
  i we you it that this there me us my our your its his her their these those one's
  am is are be being will would 'd 'll 's 're 'm 've can could may might shall should must do does have has get got gonna wanna going let need needs want wants like love prefer take make put book order say says'd think guess believe suppose reckon imagine assume figure hope go come comes stay staying try keep use give call pick choose having coming looking see know bring bringing expecting expect
  a an the of for on at in to by with and then as into about around round roughly approximately approx circa exactly precisely sharp even
  please thanks thank cheers ta just only maybe perhaps probably possibly likely certainly definitely simply really quite rather pretty well so okay ok yeah yes yep right oh ah um uh uhm er erm hmm hm mm like kind sort basically honestly literally now here too'd also again still already anyway ideally preferably hopefully
  good great fine perfect nice best ideal lovely possible alright okay convenient easiest better sounds sound enough available free able happy glad down brilliant super cool wonderful excellent
  sir madam ma'am mate love dear darling buddy pal guys everyone
  total altogether together all whole full number anything thing option side bit tad little moment afraid sure course time'd hello hi hey
  answer first'd way case actually`;

export const doubt = {
  question: "what when who why where which how whose whether whom",
  past: "was were had did used been ago previously yesterday went came told asked paid stayed left originally formerly ex",
  habit: "always usually normally every each never often sometimes generally mostly regularly whenever",
  compare:
    "too than more less fewer most least steep expensive pricey short late later early earlier over under maximum minimum before after between except without till until up above below extra another half twice double triple per from past worth beyond by nearly almost off within further minus apart besides",
  unsure: "depends either both neither whichever whatever few several many much some unless",
};

export const notNames = `hello hi hey bye goodbye what who where when why how yes no not sorry help weather name speak english operator agent person human robot wait cancel
  single double none nobody everybody everyone anyone someone today tomorrow can't won't don't mine yours same usual customer sir account order table room booking reservation appointment
  spell spelt gave skip anonymous ill sick lost hungry fever cough cat dog boy girl company system doctor vet rabbit puppy class whole card baby knows has
  speaking talking calling spelled spelling letter letters capital hyphen apostrophe dash question idea clue raining important private business already told tell matter mind care mean understand heard hear repeat listen
  ask asked there his her their if but or because since with without from before after very much many more most other another every always never often`;
export const particles = "de la van von der den del da dos di le du al bin ibn st mac mc o ter ten el y";
export const people =
  "people persons person guests guest adults adult folks pax heads ppl visitors passengers travellers attendees diners seats souls";
export const invites =
  "possible okay ok alright free available anything something fine suit chance table space room slot good";
export const asks = "is are does did has do have will was were aren't isn't";
export const hesitation =
  "um uh er erm oh ah well so okay ok hi hello hey yeah yes hmm and sorry right now no please thanks thank you then really sir madam uhm mm mate love";
