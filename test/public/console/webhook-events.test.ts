// Webhook events of the console: those that a server accepts, and those that are ticked at first.

import { expect, test } from "bun:test";
import { settingsWords } from "../../../public/console/words/settings-words.ts";
import { budgetReachedName } from "../../../src/hooks/budget-watch.ts";
import { contractEvents } from "../../../src/hooks/contract-watch.ts";
import { namedEvents, sessionEvents } from "../../../src/hooks/hook-event.ts";
import { subjectErasedName } from "../../../src/hooks/subject-event.ts";

test("webhook form: it offers each event of the server, and ticks the default ones", () => {
  const { events, usualEvents } = settingsWords.hooks;
  const offered = events.map(([name]) => name).toSorted();
  expect(offered).toEqual(
    [...namedEvents, budgetReachedName, ...Object.values(contractEvents), subjectErasedName].toSorted(),
  );
  expect(usualEvents).toEqual([...sessionEvents]);
});
