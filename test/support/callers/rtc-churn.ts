// WebRTC churn: repeated calls and hang-ups, half of them by closing the connection, half by a request.

import { RtcCaller } from "./rtc-caller.ts";

const [url = "", count = ""] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  await using caller = await RtcCaller.call({ url });
  await caller.ready();
  if (n % 2 === 0) await fetch(`${url}/offer/${caller.pcId}`, { method: "DELETE" });
}
process.stdout.write(`${count}\n`);
process.exit(0);
