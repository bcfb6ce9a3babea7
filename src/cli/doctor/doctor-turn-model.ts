// Doctor check of the turn model: runs it once, and times it.

import { existsSync } from "node:fs";
import { wallClock } from "../../base/clock.ts";
import type { Config } from "../../config.ts";
import type { Result } from "./doctor-check.ts";

/** A slower run ends no turn sooner than silence does. */
const slowMs = 400;

export async function checkTurnModel({ providers: { turnModel } }: Config): Promise<Result> {
  if (turnModel === undefined)
    return { state: "skipped", says: "No model is set (ENDPOINTING_MODEL). Words and silence end a turn." };
  if (!existsSync(turnModel)) return refused(turnModel, "does not exist");
  const { TurnNetwork } = await import("../../speech/turn-model/turn-network.ts");
  try {
    const network = await TurnNetwork.open(turnModel);
    const from = wallClock.now();
    await network.judge(new Int16Array(0));
    const ms = Math.round(wallClock.now() - from);
    const slow = ms > slowMs ? " This is too slow: silence ends a turn sooner." : "";
    return { state: "ok", says: `${turnModel} judges a turn in ${ms} ms.${slow}`, ms: { judged: ms } };
  } catch (error) {
    return refused(turnModel, (error as Error).message);
  }
}

function refused(path: string, why: string): Result {
  const way = "set ENDPOINTING_MODEL to a Smart Turn v3 model, or leave it empty";
  return { state: "problem", says: `${path} ${why}: ${way}.` };
}
