// Clients of the benchmark of calls beside busy accounts: each account does four things at once, and repeats each as
// soon as it is answered. Reads its orders from stdin, and prints one JSON line with counts of the answers.

export interface Load {
  readonly origin: string;
  readonly people: readonly { readonly token: string; readonly firstSession: number }[];
  /** Sessions of each account. */
  readonly sessionsEach: number;
  /** Continues the numbers of earlier rounds. */
  readonly firstRound?: number;
}

/** Number of successes of each request, and of other answers. */
export type Report = Readonly<Record<string, number>>;

const {
  origin,
  people,
  sessionsEach,
  seconds,
  firstRound = 0,
} = (await Bun.stdin.json()) as Load & {
  readonly seconds: number;
};
const endsAt = performance.now() + seconds * 1_000;
const report: Record<string, number> = {};
const count = (what: string): void => void (report[what] = (report[what] ?? 0) + 1);

/** Every word is new, which takes longest: a short text, and one of the maximum length. */
const words = Array.from({ length: 130_000 }, (_, n) => `w${n}`).join(" ");
const texts = [words.slice(0, 90_000), words.slice(0, 900_000)];

type Person = Load["people"][number];
type Ask = (path: string, init?: RequestInit) => Promise<string>;
type Round = (ask: Ask, person: Person, round: number) => Promise<void>;

const does: Readonly<Record<string, Round>> = {
  async upload(ask, _, round) {
    const body = JSON.stringify({ title: "Words", type: "text", text: texts[round % texts.length] });
    const headers = { "content-type": "application/json" };
    const added = await ask("/v1/knowledge/words/sources", { method: "POST", body, headers });
    if (added === "") return;
    const { id } = JSON.parse(added) as { id: string };
    await ask(`/v1/knowledge/words/sources/${id}`, { method: "DELETE" });
  },
  async export(ask) {
    await ask("/v1/account/export");
    await ask("/v1/calls?format=csv");
  },
  async erase(ask, { firstSession }, round) {
    const number = firstSession + (round % sessionsEach);
    await ask(`/v1/sessions/ses_${String(number).padStart(8, "0")}`, { method: "DELETE" });
  },
  async search(ask, _, round) {
    await ask(`/v1/calls?limit=50&q=${["yes", "w7", "zanzibar", "nobodysaidthis"][round % 4]}`);
  },
};

async function repeat(what: string, work: Round, person: Person): Promise<void> {
  const ask: Ask = async (path, init = {}) => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${person.token}` };
    const response = await fetch(origin + path, { ...init, headers });
    const body = await response.text();
    count(response.ok ? what : `${what} ${response.status}`);
    // A refused client waits a little, as real ones do.
    if (!response.ok) await Bun.sleep(100);
    return response.ok ? body : "";
  };
  for (let round = firstRound; performance.now() < endsAt; round++) await work(ask, person, round);
}

const all = people.flatMap((person) =>
  Object.entries(does).map(([what, work]) => repeat(what, work, person)),
);
await Promise.race([Promise.all(all), Bun.sleep(endsAt - performance.now())]);
console.log(JSON.stringify(report));
process.exit(0);
