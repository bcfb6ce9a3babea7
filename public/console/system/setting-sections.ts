// Setting sections: the settings of a server by topic, in the order of display.

/** The first section whose pattern matches a name contains it. */
const sections: readonly (readonly [title: string, form: RegExp])[] = [
  ["Telephone", /^PHONE_/],
  ["Speech", /^(SPEECH|STT|TTS|EARS|PROMPTS_)/],
  ["Turn-taking", /^(ENDPOINTING|BARGE_IN|PREEMPTIVE)/],
  ["Language model", /^(LLM|SYSTEM_PROMPT|PROVIDER_KEYS|PRICING)/],
  ["Sessions and limits", /(SESSIONS|_MINUTES_MAX|^IDLE|^DRAIN|_PER_MINUTE|_PER_ACCOUNT)/],
  ["Accounts and access", /^(ENGINE_AUTH|API_KEY|SIGNUP|PASSWORD|OUTBOUND|MASTER_KEY|NEW_MASTER_KEY)/],
  ["Mail", /^SMTP_/],
  ["Recordings and retention", /^(RECORD|RETENTION|FILES_URL|S3_|AWS_)/],
  ["Data", /^(DATA_|DATABASE_|DISK_)/],
  ["WebRTC", /^(ICE|TURN)_/],
  ["Logs, metrics and traces", /^(LOG|METRICS|OTEL|TRACE)_/],
  ["Network and nodes", /./],
];

/** Names by section; sections without any are left out. */
export function settingSections(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const titleOf = (name: string): string => sections.find(([, form]) => form.test(name))?.[0] ?? "";
  const byTitle = Map.groupBy(names, titleOf);
  return new Map(
    sections.flatMap(([title]) => {
      const sectionNames = byTitle.get(title);
      return sectionNames === undefined ? [] : [[title, sectionNames] as const];
    }),
  );
}
