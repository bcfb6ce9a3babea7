// Answers with more in them, commands, corrections and confirmations: what a sentence means where it is said.

import { describe, expect, test } from "bun:test";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import {
  account,
  adults,
  anyTime,
  at,
  budget,
  children,
  comment,
  day,
  dept,
  email,
  guest,
  guests,
  point,
  inShort,
  ok,
  phone,
  size,
  was,
} from "./dialogue.ts";
import { situation } from "./situation.ts";

situation("how many people, then which day and what time", { asked: guests, open: [day, at] }, [
  ["a table for four tomorrow at half past seven", "guests=4 day=2026-11-21 at=19:30"],
  ["four", "guests=4"],
  ["four tomorrow at eight", "guests=4 day=2026-11-21 at=20:00"],
  ["tomorrow", "day=2026-11-21"],
  ["at eight", "at=20:00"],
  ["eight", "guests=8"],
  ["eight people at eight", "guests=8 at=20:00"],
  ["two people on the second at six", "guests=2 day=2026-12-02 at=18:00"],
  ["friday the 27th at quarter to eight for six", "guests=6 day=2026-11-27 at=19:45"],
  ["tonight at nine for two", "guests=2 day=2026-11-20 at=21:00"],
  ["for seven people", "guests=7"],
  ["there will be three of us on saturday evening at seven", "guests=3 day=2026-11-21 at=19:00"],
  ["twenty people tomorrow", "invalid guests=20 day=2026-11-21"],
  ["four people tomorrow at noon", "invalid at=12:00 guests=4 day=2026-11-21"],
  ["four or five tomorrow", "guests=4|5 day=2026-11-21"],
  ["four, no, five, tomorrow", "guests=5 day=2026-11-21"],
  ["we are four, and could we come on Sunday at seven thirty please", "guests=4 day=2026-11-22 at=19:30"],
  ["for two tomorrow evening", "guests=2 day=2026-11-21"],
  ["for two tomorrow evening at eight", "guests=2 day=2026-11-21 at=20:00"],
  ["5 tomorrow 7pm", "guests=5 day=2026-11-21 at=19:00"],
  ["about ten", "guests=10"],
  ["when are you open", "handler hours"],
  ["repeat, please", "handler repeat"],
  ["can I speak to a person", "handler operator"],
  ["the weather in Paris", "unclear"],
]);

situation(
  "which day, four people just said back",
  { asked: day, open: [at], correctable: [was(guests, 4, true)] },
  [
    ["Saturday", "day=2026-11-21"],
    ["no, Saturday", "day=2026-11-21"],
    ["no, six", "correct guests=6"],
    ["no, six people", "correct guests=6"],
    ["sorry, I meant five", "correct guests=5"],
    ["tomorrow, and make it five people", "correct guests=5 & day=2026-11-21"],
    ["tomorrow at eight", "day=2026-11-21 at=20:00"],
    ["six", "unclear"],
    ["the sixth", "day=2026-12-06"],
    ["no, the sixth", "day=2026-12-06"],
    ["the number of people is wrong", "correct guests=?"],
  ],
);

const booked = [was(guests, 4), was(day, "2026-11-21"), was(at, "19:30"), was(guest, "Ada")];
situation("shall I book it?", { asked: ok, correctable: booked }, [
  ["yes please", "ok=true"],
  ["no", "ok=false"],
  ["no thanks", "ok=false"],
  ["no, make it five people", "correct guests=5"],
  ["no, five people", "correct guests=5"],
  ["no, Saturday the 28th", "correct day=2026-11-28"],
  ["actually, on Sunday", "correct day=2026-11-22"],
  ["no, at eight", "correct at=20:00"],
  ["change the time to nine", "correct at=21:00"],
  ["no, the day is wrong", "correct day=?"],
  ["the time is wrong", "correct at=?"],
  ["not the day", "correct day=?"],
  ["no, five people on Sunday", "correct guests=5 day=2026-11-22"],
  ["wait, make it six", "unclear"],
  ["no the time should be eight", "correct at=20:00"],
  ["yes, and can you make it eight o'clock", "correct at=20:00"],
  ["yes that's all correct thank you", "ok=true"],
  ["no, my name is Grace", "correct guest=Grace"],
  ["not four, five people", "correct guests=5"],
  ["no, thirteen people", "confirm correct guests=?"],
  ["could you repeat that", "handler repeat"],
  ["hold on", "handler wait"],
  ["the weather is nice", "unclear"],
  ["no the weather is nice", "unclear"],
]);

situation("read back: four people", { confirming: { values: [{ ...guests, value: 4 }] }, open: [day, at] }, [
  ["yes", "yes"],
  ["that's right", "yes"],
  ["no", "no"],
  ["that's wrong", "no"],
  ["no, six", "no guests=6"],
  ["six", "no guests=6"],
  ["no, make it six people", "no guests=6"],
  ["four", "yes"],
  ["yes, four", "yes"],
  ["yes, at eight", "yes at=20:00"],
  ["yes, tomorrow at eight", "yes day=2026-11-21 at=20:00"],
  ["no, six people tomorrow", "no guests=6 day=2026-11-21"],
  ["operator", "handler operator"],
  ["what did you say", "handler repeat"],
  ["maybe", "unclear"],
  ["twenty", "unclear"],
]);

const both = {
  values: [
    { ...guests, value: 4 },
    { ...day, value: "2026-11-21" },
  ],
};
situation("read back together: four people tomorrow", { confirming: both, correctable: [was(at, "19:30")] }, [
  ["yes", "yes"],
  ["no", "no"],
  ["no, five people", "no guests=5"],
  ["no, on Sunday", "no day=2026-11-22"],
  ["the day is wrong", "correct day=?"],
  ["no, at eight", "correct at=20:00"],
]);

situation("read back: a name", { confirming: { values: [{ ...guest, value: "Shane" }] } }, [
  ["no, Shayne", "no guest=Shayne"],
  ["no, it's Grace Hopper", "no guest=Grace Hopper"],
  ["yes", "yes"],
  ["no", "no"],
  ["bananas", "unclear"],
]);

const clock = { asked: anyTime, alternatives: { name: "at", values: ["08:00", "20:00"] } };
situation("8 a.m. or 8 p.m.?", clock, [
  ["in the evening", "at=20:00"],
  ["8 p.m.", "at=20:00"],
  ["p.m.", "at=20:00"],
  ["the morning", "at=08:00"],
  ["the second one", "at=20:00"],
  ["the middle one", "unclear"],
  ["the first", "at=08:00"],
  ["eight", "at=08:00|20:00"],
  ["no, at nine in the evening", "at=21:00"],
  ["bananas", "unclear"],
]);

const which = { asked: dept, alternatives: { name: "dept", values: ["sales", "billing"] } };
situation("sales or billing?", which, [
  ["billing", "dept=billing"],
  ["the first one", "dept=sales"],
  ["the second one", "dept=billing"],
  ["the latter", "dept=billing"],
  ["no, support", "dept=support"],
]);

situation("a name, after which anything could be one", { asked: guest, correctable: [was(guests, 4)] }, [
  ["operator", "handler operator"],
  ["help me please", "handler help"],
  ["Ada Lovelace", "guest=Ada Lovelace"],
  ["no, five people", "correct guests=5"],
  ["what did you say", "handler repeat"],
]);

situation("free text", { asked: comment, correctable: [was(guests, 4)] }, [
  ["operator", "handler operator"],
  ["I had to wait for an hour", "comment=I had to wait for an hour"],
  ["the operator was very kind", "comment=the operator was very kind"],
  ["no, make it five people", "correct guests=5"],
  ["no five people were there and it was cold", "comment=no five people were there and it was cold"],
  ["help", "handler help"],
]);

situation("which department", { asked: dept }, [
  ["help with my broken phone", "dept=support"],
  ["help", "handler help"],
  ["I would like to buy something", "dept=sales"],
  ["operator", "handler operator"],
  ["sales or billing", "dept=sales|billing"],
  ["goodbye", "handler goodbye"],
]);

situation("adults and children", { asked: adults, open: [children] }, [
  ["two adults and three children", "adults=2 children=3"],
  ["two", "adults=2"],
  ["three kids", "children=3"],
  ["two adults and no kids", "adults=2 children=0"],
  ["two and three children", "adults=2 children=3"],
]);

situation("size, budget and day in one", { asked: size, open: [budget, day] }, [
  ["a large one for fifty euros by friday", "size=large budget=50 day=2026-11-27"],
  ["big", "size=large"],
  ["fifty euros", "budget=50"],
  ["small, no, large, tomorrow", "size=large day=2026-11-21"],
]);

situation("phone and mail are not taken for anything else", { asked: guest, open: [phone, email] }, [
  ["my name is Ada and my number is 01 40 12 34 56", "guest=Ada phone=+33140123456"],
  ["Ada Lovelace, 0140123456", "guest=Ada Lovelace phone=+33140123456"],
]);

situation("an account number answered before", { asked: ok, correctable: [was(account, "123456")] }, [
  ["no, my account number is 1 2 3 4 5 7", "correct account=123457"],
  ["no, the account number is wrong", "correct account=?"],
]);

describe("the recogniser's confidence", () => {
  const at60 = { asked: guests, confidence: 0.6 };
  test("makes a clear answer one to confirm", () => {
    expect(inShort(understand("four", point(at60)))).toBe("confirm guests=4");
  });
  test("below what can be read back, nothing is understood", () => {
    expect(inShort(understand("four", point({ asked: guests, confidence: 0.3 })))).toBe("unclear");
  });
});

describe("the order", () => {
  test("an answer in full goes before a command", () => {
    const ours = [{ name: "four", phrases: ["four"], proposable: false }];
    expect(inShort(understand("four", point({ asked: guests, handlers: ours })))).toBe("guests=4");
  });
  test("a command goes before an answer among other words", () => {
    expect(
      inShort(understand("please repeat that for me again one more time", point({ asked: guests }))),
    ).toBe("handler repeat");
  });
  test("without a question only commands are heard", () => {
    expect(inShort(understand("operator", point({})))).toBe("handler operator");
    expect(inShort(understand("four", point({})))).toBe("unclear");
  });
});
