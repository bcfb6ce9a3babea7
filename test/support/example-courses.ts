// Example courses: a newcomer's conversation with each shipped flow, to the end that the caller wants. One suite speaks
// them, another one types them.

/** Caller's words, and the agent's next words after understanding them; a recording cannot be typed. */
export type Turn = readonly [says: string, answer: RegExp, how?: "recorded"];

export interface ExampleCourse {
  readonly flow: string;
  readonly turns: readonly Turn[];
  readonly outcome: string;
  /** True if the agent waits for the caller's first words. */
  readonly callerBegins?: boolean;
}

const phone = "oh one four oh one two three four five six";

export const exampleCourses: readonly ExampleCourse[] = [
  {
    flow: "welcome",
    turns: [
      ["book a table", /For which day/],
      ["friday", /At what time/],
      ["at seven", /how many people/],
      ["four", /Is that correct/],
      ["yes", /What else|Anything else|would you like/],
      ["goodbye", /Goodbye|calling/],
    ],
    outcome: "done",
  },
  {
    flow: "table-booking",
    turns: [
      ["two people on sunday at eight", /reach you on/],
      [phone, /0 1, 4 0, 1 2, 3 4, 5 6, is that right/],
      ["yes", /Shall I book it/],
      ["no", /Nothing is booked/],
      ["the time", /At what time/],
      ["half past six", /Shall I book it/],
      ["yes", /Your reference is/],
    ],
    outcome: "booked",
  },
  {
    flow: "order-status",
    turns: [
      ["one two three four five", /is packed/],
      ["cancel it", /Are you sure/],
      ["yes", /money back/],
      ["no", /Thank you for calling/],
    ],
    outcome: "answered",
  },
  {
    flow: "support-with-knowledge",
    turns: [
      ["a question", /would you like to know/],
      ["what are your opening hours", /nine to six/],
      ["yes", /Please ask/],
      ["how can i pay", /We take cards/],
      ["no", /Goodbye/],
    ],
    outcome: "answered",
  },
  {
    flow: "help-desk",
    turns: [
      ["my printer", /after the tone/],
      ["it makes a loud noise and nothing comes out", /Your ticket is number/, "recorded"],
    ],
    outcome: "helped",
  },
  {
    flow: "call-routing",
    turns: [
      ["support", /account number/],
      ["one two three four five six", /1 2 3/],
      ["yes", /dedicated line|you to support/],
    ],
    outcome: "transferred",
  },
  {
    flow: "appointment-reminder",
    turns: [
      ["hello", /Am I speaking with/],
      ["yes", /You have an appointment/],
      ["i will be there", /One last question/],
      ["five", /Thank you/],
    ],
    outcome: "keep",
    callerBegins: true,
  },
  {
    flow: "bank-pin",
    turns: [
      ["one two three four five six", /1 2 3, 4 5 6, is that right/],
      ["yes", /four digit PIN/],
      ["one two three four", /not the PIN/],
      ["three four five six", /Your balance is/],
      ["no thank you", /Thank you for calling/],
    ],
    outcome: "told",
  },
  {
    flow: "clinic-triage",
    turns: [
      ["no", /How old/],
      ["forty", /main complaint/],
      ["a headache", /how many days/],
      ["two days", /On what number/],
      ["oh eight five one two three four five six seven", /is that right/],
      ["yes", /about Grace Hopper/],
    ],
    outcome: "callback",
  },
  {
    flow: "hotel-booking",
    turns: [
      ["tomorrow for two nights", /how many people/],
      ["two people", /garden room or/],
      ["a garden room", /2 nights, for .* Shall I book it/],
      ["yes", /Your number is/],
    ],
    outcome: "booked",
  },
  {
    flow: "customer-survey",
    turns: [
      ["yes", /From zero to ten/],
      ["nine", /What did you like most/],
      ["the food", /Thank you very much/],
    ],
    outcome: "answered",
  },
  {
    flow: "parcel-delivery",
    turns: [
      ["alpha kilo one two three four", /A, K, 1, 2, 3, 4, is that right|A K 1 2 3 4, is that right/],
      ["yes", /Shall we leave it/],
      ["in the parcel shop", /Is there another parcel/],
      ["no", /Thank you for calling/],
    ],
    outcome: "answered",
  },
  {
    flow: "bilingual-reception",
    turns: [
      ["when are you open", /eight in the morning/],
      ["no thank you", /Thank you for calling/],
    ],
    outcome: "answered",
  },
  {
    flow: "pizza-order",
    turns: [
      ["a large margherita and two small salami", /Anything else/],
      ["and a cola", /1 cola/],
      ["nothing else", /27 pounds/],
      ["yes", /twenty minutes/],
    ],
    outcome: "ordered",
  },
  {
    flow: "payment-reminder",
    turns: [
      ["hello", /speaking with Grace Hopper/],
      ["yes", /November 16/],
      ["i have already paid it", /letters have crossed/],
    ],
    outcome: "paid",
    callerBegins: true,
  },
  {
    flow: "lead-qualification",
    turns: [
      ["three", /When would you like to begin/],
      ["right away", /Harbour is free/],
    ],
    outcome: "self_service",
  },
];
