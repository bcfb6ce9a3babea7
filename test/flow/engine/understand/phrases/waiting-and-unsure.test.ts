// Phrases of callers who ask for time, for help or who do not know: none of them is an answer.

import { anyTime, day, guests, ok, phone, account, dept } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const waits = `wait a second / give me a second / just a second / one second please / just a minute / wait a minute
  hang on a second / hold on a second / give me just a second / one sec / give me a minute please / just one moment
  just a second please / okay, just a second / um, one second / give me two seconds / hold on a sec
  can you give me a second / could you give me a minute / i need a second`;

for (const asked of [guests, day, anyTime, phone, account, ok, dept])
  situation(`who asks for time at a ${asked.wanted.kind}`, { asked }, alike(waits, "handler wait"));

situation("a number that a handler's words do not use up", { asked: guests }, [
  ["wait a second, four", "guests=4"],
  ["one", "guests=1"],
  ["two please", "guests=2"],
  ["second", "guests=2"],
]);

situation("a day that a handler's words do not use up", { asked: day }, [
  ["the second", "day=2026-12-02"],
  ["on the second", "day=2026-12-02"],
  ["the second please", "day=2026-12-02"],
]);

const dunno = `i'm not sure / not sure / i am not sure / i don't know / i do not know / dunno / no idea / i have no idea
  i'm not certain / i don't mind / i don't care / it doesn't matter / no worries / i'm not quite sure / not really sure
  um, i'm not sure / well, i don't know / i don't really know / hard to say / maybe / i can't say / i'm unsure
  i'm not so sure / i'm not too sure about that`;

situation("who does not know has not said no", { asked: ok }, alike(dunno, "unclear"));
situation("who does not know has not confirmed", { confirming: { values: [{ ...guests, value: 4 }] } }, [
  ...alike(dunno, "unclear"),
  ["i'm not sure, yes", "yes"],
]);
situation("who does not know says no number", { asked: guests }, alike(dunno, "unclear"));
situation("who does not know says no day", { asked: day }, alike(dunno, "unclear"));
situation("unsure, and then sure", { asked: ok }, [
  ["i'm not sure, yes", "confirm ok=true"],
  ["not sure, no", "confirm ok=false"],
]);

const deaf = `i can't hear you / i cannot hear you / i can't hear anything / sorry, i can't hear you`;
const lost = `i don't understand / i do not understand / sorry, i don't understand`;
for (const asked of [ok, guests, day]) {
  situation(`who hears nothing at a ${asked.wanted.kind}`, { asked }, alike(deaf, "handler repeat"));
  situation(`who is lost at a ${asked.wanted.kind}`, { asked }, alike(lost, "handler help"));
}

situation("a plain yes or no", { asked: ok }, [
  ...alike(
    `ok no / okay, no thanks / yeah no thanks / ok wrong / okay no / all right, no / okay, no, thank you
    no / nope / no i'm not / i'm not / i don't / no i don't / not really / definitely not / i don't think so / i'd rather not`,
    "ok=false",
  ),
  ...alike(
    "yes / sure / yes i'm sure / i'm sure / sure, why not / no problem / yes, i am sure / okay / ok yes / of course",
    "ok=true",
  ),
  ["yes and no", "unclear"],
  ["yes no", "unclear"],
]);

const germanWaits = `eine sekunde / einen moment / moment / warten sie eine sekunde / geben sie mir eine sekunde
  eine minute bitte / kleinen moment / sekunde bitte / warten sie kurz / geben sie mir eine minute`;
for (const asked of [guests, day, ok])
  germanSituation(`wer Zeit braucht (${asked.wanted.kind})`, { asked }, alike(germanWaits, "handler wait"));

const germanDunno = `ich bin nicht sicher / ich weiß nicht / weiß ich nicht / keine ahnung / ich bin mir nicht sicher
  das ist mir egal / egal / nicht sicher / ich weiß es nicht / ich habe keine ahnung / schwer zu sagen / ich bin unsicher`;
germanSituation("wer es nicht weiß, sagt nicht nein", { asked: ok }, alike(germanDunno, "unclear"));
germanSituation("wer es nicht weiß, sagt keine Zahl", { asked: guests }, alike(germanDunno, "unclear"));
germanSituation("ja und nein", { asked: ok }, [
  ...alike(
    "nein / nein danke / ok nein / okay, nein danke / gut, nein / lieber nicht / auf keinen fall",
    "ok=false",
  ),
  ...alike("ja / ja, sicher / klar / sicher / ja gerne / natürlich", "ok=true"),
]);
germanSituation(
  "wer nichts hört",
  { asked: ok },
  alike("ich kann sie nicht hören / ich höre sie nicht / ich höre nichts", "handler repeat"),
);

// The no asks for patience; a caller who wants to correct something has not cancelled.
situation("no, wait", { asked: ok }, alike("no wait / no, wait / wait, no / no, hold on", "handler wait"));
germanSituation(
  "nein, warte",
  { asked: ok },
  alike("nein warte / nein, warten Sie / nein, Moment", "handler wait"),
);
