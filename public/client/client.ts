// Client: an app imports it from `/client.js` to make a call in its page, with the code of our own pages.

import { VoiceClient } from "../voice/voice-client.ts";
import { ClientCall } from "./client-call.ts";
import type * as published from "./client-types.d.ts";

export { noCall } from "./no-call.ts";

export const connect: typeof published.connect = (options = {}) =>
  new ClientCall(options, (voice) => new VoiceClient(voice));
