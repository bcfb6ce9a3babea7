CREATE TABLE "call_day_latencies" (
	"account_id" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"upto_ms" bigint NOT NULL,
	"answers" bigint NOT NULL,
	CONSTRAINT "call_day_latencies_account_id_day_upto_ms_pk" PRIMARY KEY("account_id","day","upto_ms")
);
--> statement-breakpoint
CREATE TABLE "call_days" (
	"account_id" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"connected_ms" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "call_days_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "call_tags" (
	"session_id" text COLLATE "C" NOT NULL,
	"tag" text COLLATE "C" NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "call_tags_session_id_tag_pk" PRIMARY KEY("session_id","tag")
);
--> statement-breakpoint
CREATE TABLE "call_words" (
	"number" bigint PRIMARY KEY NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"terms" text COLLATE "C" NOT NULL,
	CONSTRAINT "call_words_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
DROP INDEX "sessions_account";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "transport" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "latency_p95_ms" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "interruptions" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "failed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "note" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "call_day_latencies" ADD CONSTRAINT "call_day_latencies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_days" ADD CONSTRAINT "call_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_tags" ADD CONSTRAINT "call_tags_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_words" ADD CONSTRAINT "call_words_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_tags_tag" ON "call_tags" USING btree ("account_id","tag","session_id");--> statement-breakpoint
CREATE INDEX "call_words_terms" ON "call_words" USING gin (string_to_array("terms", ' '));--> statement-breakpoint
CREATE INDEX "ledger_entries_session" ON "ledger_entries" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_calls" ON "sessions" USING btree ("account_id","created_at","id","flow_id","status","end_reason","outcome","transport","failed");--> statement-breakpoint
CREATE INDEX "sessions_failed" ON "sessions" USING btree ("account_id","created_at","id") WHERE "sessions"."failed" = 1;
--> statement-breakpoint
UPDATE "sessions" SET "failed" = 1 WHERE "status" = 'ended' AND "end_reason" NOT IN
	('completed', 'caller', 'idle', 'max_duration', 'revoked', 'expired');
--> statement-breakpoint
INSERT INTO "call_days" ("account_id", "day", "calls", "failed", "connected_ms", "cost_micros")
	SELECT "account_id", to_char(to_timestamp("ended_at" / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), count(*),
		sum("failed"), sum("connected_ms"), sum("cost_micros")
	FROM "sessions" WHERE "account_id" IS NOT NULL AND "status" = 'ended' AND "ended_at" IS NOT NULL
		AND ("first_connected_at" IS NOT NULL OR "failed" = 1)
	GROUP BY 1, 2;