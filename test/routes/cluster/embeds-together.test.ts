// Embeds on several nodes: limits of visitors hold for all nodes together, through any node, and so does their owner's
// view.

import { expect, setDefaultTimeout, test } from "bun:test";
import { json } from "../../support/json-request.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { SharedNodes } from "../../support/servers/shared-nodes.ts";
import { small } from "../../support/small-flows.ts";

setDefaultTimeout(240_000);

const origin = "https://shop.example";
const visitors = 16;

const limits: readonly (readonly [what: string, limit: object, taken: number, reason: string])[] = [
  ["sessions an hour", { sessions_per_hour: 5 }, 5, "sessions"],
  ["minutes a day", { minutes_per_day: 4 }, 4, "minutes"],
  // A minute costs three cents.
  ["a budget", { budget_usd_cents: 10 }, 3, "budget"],
];

interface Embed {
  readonly embed_id: string;
  readonly token: string;
  readonly sessions_last_hour: number;
  readonly minutes_today: number;
  readonly used_usd_cents: number;
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
}

test("two nodes accept as many simultaneous visitors as one", async () => {
  await using world = await SharedNodes.open();
  const [here, there] = world.nodes;
  const owner = await signUpAt(here);
  const upload = json("POST", { name: "Desk", yaml_content: small }, owner.service);
  const { id: flow } = await answer<{ id: string }>(here.ask("/v1/flows", upload), 201);
  const read = (embed: Embed): Promise<Embed> =>
    answer<Embed>(there.ask(`/v1/embeds/${embed.embed_id}`, { headers: owner.service }));
  for (const [what, limit, taken, reason] of limits) {
    const wanted = json("POST", { flow_id: flow, origins: [origin], ...limit }, owner.login);
    const embed = await answer<Embed>(here.ask("/v1/embeds", wanted), 201);
    const begun = await Promise.all(
      Array.from({ length: visitors }, async (_, n) => {
        const visit = { method: "POST", headers: { origin } };
        return (await (n % 2 === 0 ? here : there).ask(`/v1/embeds/${embed.token}/sessions`, visit)).ok;
      }),
    );
    const ok = begun.filter(Boolean).length;
    const { refusals, ...used } = await read(embed);
    expect([what, ok, used.sessions_last_hour, used.minutes_today, used.used_usd_cents]).toEqual([
      what,
      taken,
      taken,
      taken,
      taken * 3,
    ]);
    expect(refusals).toMatchObject([{ reason, count: visitors - taken }]);
  }
});
