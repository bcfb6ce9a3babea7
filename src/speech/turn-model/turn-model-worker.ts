// Turn model thread: runs the model for one turn after the other, away from the thread that moves audio.

import type { FromTurnModel, ToTurnModel } from "./turn-model-message.ts";
import { TurnNetwork } from "./turn-network.ts";

const network = Promise.withResolvers<TurnNetwork>();
network.promise.catch(() => undefined);
const tell = (message: FromTurnModel): void => postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToTurnModel>): void => {
  if (data.type === "open") void open(data.path);
  else void judge(data.number, data.sound);
};

tell({ type: "started" });

async function open(path: string): Promise<void> {
  try {
    network.resolve(await TurnNetwork.open(path));
    tell({ type: "ready" });
  } catch (error) {
    tell({ type: "refused", why: (error as Error).message });
  }
}

async function judge(number: number, sound: Int16Array): Promise<void> {
  const probability = await (await network.promise).judge(sound);
  tell({ type: "judged", number, probability });
}
