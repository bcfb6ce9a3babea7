// Answering machines at the start of outbound calls: recognised by their words, a long greeting or a beep, and never
// confused with people who answer.

import { describe, expect, test } from "bun:test";
import { awaitsBeep, beepEvent } from "../../../../src/flow/engine/run/outside/answering-machine.ts";
import { type Answers, flow, Talk } from "./talk.ts";

const reminder = flow(`
start: who
languages: [en, de]
variables:
  ok: {type: boolean, ask: {en: "Is this Ada?", de: "Ist da Ada?"}}
  wish: {type: text, ask: {en: "What may I note?", de: "Was darf ich notieren?"}}
defaults: {give_up: bye}
handlers:
  voicemail: {next: beep}
nodes:
  who: {ask: ok, next: wish}
  wish: {ask: wish, confirm: never, next: bye}
  beep: {wait: {event: call.beep}, timeout: 20s, on_timeout: leave, next: leave}
  leave: {say: {en: Please call us back., de: Bitte rufen Sie zurück.}, end: message_left}
  bye: {say: {en: Goodbye., de: Auf Wiederhören.}, end: done}
`);

const call = (answers: Answers = {}): Talk => {
  const talk = new Talk(reminder, { direction: "outbound", ...answers });
  talk.start();
  return talk;
};
const nodeOf = ({ state }: Talk): string | undefined => state.frames[0]?.node;

describe("a machine", () => {
  test.each([
    "Hi, you've reached Ada. I can't come to the phone right now. Please leave a message after the tone.",
    "Your call has been forwarded to an automated voice messaging system.",
    "The person you are trying to reach is not available. At the tone, please record your message.",
    "We are unable to take your call. Leave your name and number and we will call you back.",
    "The mailbox is full.",
    "Hello this is Ada sorry I missed you just leave a message",
  ])("is recognised by its words: %s", (greeting) => {
    const talk = call();
    expect(talk.user(greeting)).toBe("");
    expect(nodeOf(talk)).toBe("beep");
    expect(talk.event(beepEvent)).toBe("Please call us back.");
    expect(talk.outcome).toBe("message_left");
  });

  test.each([
    "Guten Tag, hier ist der Anrufbeantworter von Familie Schmidt.",
    "Wir sind zurzeit nicht erreichbar. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.",
    "Der gewünschte Gesprächspartner ist zurzeit nicht erreichbar.",
    "Hallo, hier ist Ada, ich kann gerade nicht ans Telefon gehen, sprechen Sie nach dem Piep.",
  ])("is recognised by its words in German: %s", (greeting) => {
    const talk = call({ context: { language: "de" } });
    talk.user(greeting);
    expect(nodeOf(talk)).toBe("beep");
    expect(talk.event(beepEvent)).toBe("Bitte rufen Sie zurück.");
  });

  test("is recognised by its words in the third turn, when its pauses were taken for ends", () => {
    const talk = call();
    talk.user("You have reached Moore and Sons.");
    talk.user("Our office hours are nine to five.");
    talk.user("Please leave a message.");
    expect(nodeOf(talk)).toBe("beep");
  });

  test("is recognised by the length of its greeting", () => {
    const words = "welcome to the house of moore where we have been building the finest boats on this coast";
    const talk = call();
    talk.user(`${words} since the year of nineteen hundred and twelve and we love our work`);
    expect(nodeOf(talk)).toBe("beep");
  });

  test("is recognised by its beep, after which the message begins at once", () => {
    const talk = call();
    expect(talk.event(beepEvent)).toBe("Please call us back.");
    expect(talk.outcome).toBe("message_left");
  });

  test("gets its message when no beep comes", () => {
    const talk = call();
    talk.user("Please leave a message after the tone.");
    expect(
      talk.user("When you have finished recording, you may hang up or press one for more options."),
    ).toBe("");
    expect(talk.silence()).toBe("Please call us back.");
  });

  test("is recognised before the agent has spoken", () => {
    const waits = new Talk(reminder.replace("start: who", "start: who\nstart_speaker: user"), {
      direction: "outbound",
    });
    waits.start();
    waits.user("Please leave a message after the tone.");
    expect(nodeOf(waits)).toBe("beep");
  });
});

describe("people are no machines", () => {
  test.each([
    "Hello?",
    "Yes, this is Ada, who is calling please, and what is this about, I am at work?",
    "Ada is not here. Would you like to leave a message?",
    "Can I take a message for her?",
    "Hold on, I will get her to the phone.",
    "No, you have the wrong number.",
  ])("%s", (words) => {
    const talk = call();
    talk.user(words);
    expect(talk.state.isMachine).toBeUndefined();
  });

  test("people are not machines when they give their name, or have talked for a while", () => {
    const inbound = call({ direction: "inbound" });
    inbound.user("Please leave a message after the tone.");
    inbound.event(beepEvent);
    expect(nodeOf(inbound)).toBe("who");
    const late = call();
    late.user("yes");
    late.nowMs += 61_000;
    late.user("Please leave a message after the tone.");
    expect(late.outcome).toBe("done");
  });

  test("the handler's words have no effect where the flow has no such handler", () => {
    const talk = new Talk(
      reminder.replace("voicemail: {next: beep}", "other: {phrases: {en: [other], de: [anderes]}}"),
      {
        direction: "outbound",
      },
    );
    talk.start();
    talk.event(beepEvent);
    expect(nodeOf(talk)).toBe("who");
  });
});

test("a call listens for a beep only while it would matter", () => {
  const awaits = (talk: Talk): boolean => awaitsBeep(talk.program, talk.state, talk.nowMs);
  const talk = call();
  expect(awaits(talk)).toBe(true);
  talk.user("Please leave a message after the tone.");
  talk.nowMs += 70_000;
  expect(awaits(talk)).toBe(true);
  talk.event(beepEvent);
  expect(awaits(talk)).toBe(false);
  expect(awaits(call({ direction: "inbound" }))).toBe(false);
  const late = call();
  late.nowMs += 61_000;
  expect(awaits(late)).toBe(false);
});

describe("the callee is known before the flow begins", () => {
  const greeted = reminder.replace("languages:", "start_speaker: user\nlanguages:");

  test("a machine reaches the handler at once when it is known before the flow begins", () => {
    const talk = call({ answeredBy: "machine" });
    expect(nodeOf(talk)).toBe("beep");
    expect(talk.event(beepEvent)).toBe("Please call us back.");
    expect(talk.outcome).toBe("message_left");
  });

  test("a person who has said hello is not awaited again", () => {
    const waiting = new Talk(greeted, { direction: "outbound" });
    expect(waiting.start()).toBe("");
    expect(new Talk(greeted, { direction: "outbound", answeredBy: "human" }).start()).toBe("Is this Ada?");
  });

  test("a flow reads the kind of the callee, and receives a machine that speaks later", () => {
    const reads = reminder.replace("Please call us back.", '"{{ call.answered_by }} {{ call.direction }}"');
    const later = new Talk(reads, { direction: "outbound", answeredBy: "human" });
    later.start();
    later.user("Please leave a message after the tone.");
    expect(later.event(beepEvent)).toBe("machine outbound");
  });
});
