// English words with a value: numbers, money, measures, letters, days.

import type { Classes, Words } from "../../forms.ts";

export const words: Words = {
  unit: "one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9",
  teen: `ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18
    nineteen=19`,
  ten: "twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 ;fourty=40",
  tens: "twenties=20 thirties=30 forties=40 fifties=50 sixties=60 seventies=70 eighties=80 nineties=90",
  off: "early=2 mid=5 late=8",
  nths: "thirds|third=3 fourths|quarters=4 fifths|fifth=5 eighths|eighth=8 tenths|tenth=10",
  big: "thousand;k|grand=1000 million;m|mil=1000000 ;billion;bn=1000000000 ;thou=1000 ;lakh|lakhs=100000 ;crore|crores=10000000",
  ordinal: `first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10
    eleventh=11 twelfth;twelth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17
    eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30`,
  currency: `dollars|dollar;bucks|buck|usd|$=USD pounds|pound;quid|gbp|£=GBP euros|euro;eur|€=EUR
    francs|franc;chf=CHF rupees|rupee;inr=INR`,
  cents: "cents|cent;paise=1 pence;p|pennies=2",
  span: `minutes;minute|mins|min=minutes hours;hour|hrs|hr|h=hours days;day=days nights;night=nights
    weeks;week=weeks fortnights;fortnight=fortnights months;month=months years;year|yrs=years
    seconds;second|secs=seconds`,
  aspan:
    "a_minute=minutes an_hour=hours a_day=days a_night=nights a_week=weeks a_month=months a_year=years a_second=seconds",
  measure: `milligrams|milligram;milligrammes|mg=mg kilos|kilo|kilograms|kilogram;kg|kgs|kilogrammes=kg grams|gram;grammes|g=g liters|liter;litres|litre|l=l
    milliliters;millilitres|ml=ml meters|meter;metres|metre|m=m kilometers|kilometer;kilometres|kilometre|km=km
    centimeters|centimeter;centimetres|cm=cm miles|mile=mi pounds|pound;lbs|lb=lb ounces|ounce;oz=oz tons|ton;tonnes|tonne=t
    pints|pint=pt gallons|gallon=gal square_meters;square_metres|sqm=m2 square_feet|square_foot=ft2
    feet|foot=ft inches|inch=in`,
  char: `~0.3 ;ay=A ;bee=B ;cee|see|sea=C ;dee=D ;ee=E ;ef|eff=F ;gee=G ;aitch|haitch=H ;eye=I ;jay=J ;kay=K ;el|ell=L ;em=M ;en=N
    ;oh=O ;pee|pea=P ;cue|queue=Q ;are|ar=R ;ess=S ;tee|tea=T ;you=U ;vee=V ;double_you|double_u=W ;ex=X ;why|wye=Y
    ;zed|zee=Z ~0.2 alpha;alfa=A bravo=B charlie=C delta=D echo=E foxtrot=F golf=G hotel=H india=I juliet;juliett=J
    kilo=K lima=L mike=M november=N oscar=O papa=P quebec=Q romeo=R sierra=S tango=T uniform=U victor=V
    whiskey;whisky=W x_ray;xray=X yankee=Y zulu=Z`,
  weekday: `monday;mon=1 tuesday;tue|tues=2 wednesday;wed|weds=3 thursday;thu|thur|thurs=4 friday;fri=5
    saturday;sat=6 sunday;sun=0`,
  weekdays: "mondays=1 tuesdays=2 wednesdays=3 thursdays=4 fridays=5 saturdays=6 sundays=0",
  month: `january;jan=1 february;feb=2 march;mar=3 april;apr=4 may=5 june;jun=6 july;jul=7 august;aug=8
    september;sept|sep=9 october;oct=10 november;nov=11 december;dec=12`,
  feast: `easter|easter_sunday=0 good_friday=-2 easter_monday=1 ash_wednesday=-46 palm_sunday=-7
    maundy_thursday=-3 shrove_tuesday=-47 pentecost|whit_sunday=49 whit_monday=50 ascension_day=39`,
  fixed: `independence_day=407 veterans_day|remembrance_day=1111 saint_patrick_'s_day|st_patrick_'s_day=1703
    christmas_eve=2412 christmas|christmas_day=2512 boxing_day=2612
    new_years_eve|new_year_'s_eve=3112 new_years_day|new_year_'s_day=101
    valentine_'s_day|valentines_day=1402 halloween=3110`,
  nthfeast: `thanksgiving|thanksgiving_day=4411 labor_day|labour_day=1109 memorial_day=9105
    martin_luther_king_day=3101 presidents_day|president_'s_day=3102 columbus_day=2110
    early_may_bank_holiday|may_day=1105 spring_bank_holiday=9105 summer_bank_holiday|august_bank_holiday=9108
    mother_'s_day|mothers_day=2005`,
  which: "this|the=0 next|the_next|the_following|following|the_coming|coming=1",
  whichyear: "last_year|of_last_year=-1 this_year|of_this_year=0 next_year|of_next_year=1",
  part: "morning=morning afternoon=afternoon evening=evening night=night noon=noon lunchtime|lunch_time=noon",
  pasthour: `half_past=30 quarter_past|a_quarter_past=15 quarter_to|a_quarter_to=-15 five_past=5 ten_past=10 twenty_past=20
    twenty_five_past=25 five_to=-5 ten_to=-10 twenty_to=-20 twenty_five_to=-25`,
  ampm: "am;a_m=am pm;p_m=pm",
  yes: `yes yeah yep yup yea yah aye absolutely definitely certainly exactly indeed affirmative yess ye awesome agreed confirmed of_course uh_huh mm_hm mm_hmm
    yes_both both_yes
    mhm go_ahead go_right_ahead go_for_it please_do by_all_means for_sure you_bet sure_thing most_definitely
    most_certainly yessir sure_do sure_please`,
  no: `no nope nup nah negative no_way not_really not_at_all no_thanks no_thank_you certainly_not definitely_not
    absolutely_not of_course_not not_today not_quite not_exactly never_ever definitely_no absolutely_no`,
  yesish: `sure correct right ok okay alright all_right fine perfect great good true why_not go_on spot_on very_much_so
    lovely brilliant wonderful totally you_got_it no_problem excellent obviously naturally cool do_it do_that do_so
    let_'s_do_it with_pleasure deal that_works that_'ll_work not_a_problem i_suppose i_suppose_so i_'m_afraid_so
    i_'m_afraid_i_do`,
  noish: `never not_interested i_'m_not_interested leave_it i_refuse i_disagree naw nuh_uh oh_no not_any_more incorrect wrong false hardly not_now not_yet not_necessary none nothing not_for_me no_need not_needed not_required
    not_even not_particularly not_at_the_moment not_anymore not_as_far_as_i_know not_that_i_know_of i_'m_afraid_not
    nay nobody absolutely_never none_of_us out_of_the_question there_'s_no_need i_never_did never_had_one
    nothing_else neither_of_them neither_of_those none_of_those none_of_them none_of_that leave_it_as_it_is leave_it_how_it_is`,
  be: `'m 're 's is was 'll_be will_be would_be are`,
  done: `good fine all it everything all_set okay enough all_good very_helpful all_i_need all_i_wanted`,
  aux: `do does did have has had am are is will would can 'll 'd 've need`,
  doing:
    "want need be_needing like have had got have_got think_so believe_so agree been do make manage work suit fit",
  object: `it that this one any one_of_them one_of_those one_of_these any_of_them any_of_those any_of_these`,
  subject: `i we it he she they you that there this everything all`,
  right: `right correct good fine great perfect ok okay alright true it nice handy helpful useful lovely exact accurate
    wonderful wanted me what_i_said what_i_want what_i_meant`,
  very: `very quite really so just exactly absolutely all`,
  hedge: `unfortunately luckily sadly i_'m_afraid probably maybe perhaps i_guess i_think i_suppose i_hope preferably
    better`,
  self: `~0.02 me=1 myself=1`,
  relative: `wife husband son daughter mother mum mom mummy dad father friend partner boyfriend girlfriend sister brother
    boss colleague baby child kid toddler adult missus grandma grandpa fiance fiancee neighbour neighbor cousin aunt
    uncle nephew niece mate boy girl lad lass godmother godfather infant teenager other colleague`,
  relatives: `friends kids children sons daughters sisters brothers colleagues adults babies toddlers others neighbours mates
    infants teenagers cousins grownups boys girls lads lasses godparents godmothers godfathers`,
  article: `the a my`,
  said_yes: `yes yes_please yes_it_is yeah yep yup sure okay ok correct right that_'s_right that_'s_correct of_course
    absolutely fine good uh_huh mm_hmm go_ahead`,
  said_no: `no no_thanks no_thank_you nope nah not_really wrong that_'s_wrong incorrect not_quite never that_'s_not_right
    i_don't i_don't_think_so of_course_not definitely_not`,
  said_end: `that_'s_all that_is_all that_'s_it that_is_it that_'s_everything that_is_everything that_'ll_be_all
    that_'ll_be_it nothing_else nothing_more no_more`,
  and: `and`,
  plus: `plus`,
  before_date: `on`,
  before_time: `at`,
  note: "fiver=5 tenner=10",
  thing: "day date time amount name one price size order room table week month address",
  owner:
    "my_son my_daughter my_child my_kid my_dog my_cat my_wife my_husband the_dog the_cat the_child he she it i",
};

export const classes: Classes = {
  and: "and",
  point: ".",
  double: "double;two times",
  triple: "triple|treble",
  gap: "and then|then|um|uh|er|numbers|number|digits|letters|letter",
  hyphen: "dash|space|hyphen|slash|stroke",
  plus: "plus",
  from: "from;between",
  until: "to|until;till|til|through|through to|up to|-|thru",
  for: "for",
  hedge: "i think|i guess|maybe|probably|say|let 's say|um|uh|or so",
  since: "since",
  start: "from|from the|starting|starting on|beginning|as of|arriving|arriving on",
  end: "until|until the|till|to|to the|through|up to|till the",
  arrive: "arriving|arrive|coming|come|come down|checking in|check in|in",
  leave: "leaving|leave|departing|going|go home|going home|go back|checking out|check out|out",
};
