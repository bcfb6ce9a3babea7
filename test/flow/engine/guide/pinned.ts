// Pinned expectations: each place with the sentences that it listens for, in a file. `bun run bench phrases --pin`
// rewrites it.

import { join } from "node:path";
import type { Expectation, Sayable } from "../../../../src/flow/engine/expectation.ts";
import { expectationOf } from "../../../../src/flow/engine/guide/expectation-of.ts";
import { sentenceByChance } from "../../../../src/sim/sentence-by-chance.ts";
import { random } from "../../../support/random.ts";
import { edges, places, point } from "./places.ts";

const file = join(import.meta.dir, "pinned.txt");
/** Number of sentences that the file shows of a tree; the checksum behind them covers the others. */
const sentences = 12;
const seed = 20_261_130;
/** Places whose commands the file shows: the commands are the same everywhere else. */
const withCommands: ReadonlySet<string> = new Set(["commands only", "a day", "a menu"]);

/** Lines of the file: one for each list of a place. */
export const tellExpectations = (): readonly string[] =>
  Object.entries({ ...places, ...edges }).flatMap(([name, part]) => {
    const listening = {
      endSilenceMs: 700,
      accepts: "both",
      hints: name === "a name" ? ["Ada", "No. 5"] : [],
    } as const;
    const expectation = expectationOf(
      point({ ...(!withCommands.has(name) && { handlers: [] }), ...part }),
      listening,
    );
    return [`@ ${name}`, ...linesOf(expectation)];
  });

function linesOf({ anyOf, ...rest }: Expectation): readonly string[] {
  return [
    ...Object.entries(rest).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...anyOf.map((each) =>
      each.type === "grammar"
        ? `grammar: ${shown(each.said).join(" / ")} (${Bun.hash.crc32(JSON.stringify(each.said))})`
        : JSON.stringify(each),
    ),
  ];
}

function shown(said: Sayable): readonly string[] {
  const dice = random(seed);
  return Array.from({ length: sentences }, () => sentenceByChance(said, dice));
}

export const readExpectations = async (): Promise<readonly string[]> =>
  (await Bun.file(file).text()).trimEnd().split("\n");

export const recordExpectations = (): Promise<number> =>
  Bun.write(file, `${tellExpectations().join("\n")}\n`);
