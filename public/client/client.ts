// Client: an app imports it from `/client.js` to hold a call in its page, on the code of the pages themselves.

import { VoiceClient } from "../voice/voice-client.ts";
import { ClientCall } from "./client-call.ts";
import type * as published from "./client-types.d.ts";

export { noCall } from "./no-call.ts";

export const connect: typeof published.connect = (options = {}) =>
  new ClientCall(options, (voice) => new VoiceClient(voice));
