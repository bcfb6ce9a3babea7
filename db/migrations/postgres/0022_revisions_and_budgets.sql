CREATE TABLE "budgets" (
	"account_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"monthly_micros" bigint NOT NULL,
	"refuses" bigint NOT NULL,
	"told_month" text COLLATE "C",
	"told_percent" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_flow_days" (
	"account_id" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"flow_id" text COLLATE "C" NOT NULL,
	"revision" bigint NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"connected_ms" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "call_flow_days_account_id_day_flow_id_revision_pk" PRIMARY KEY("account_id","day","flow_id","revision")
);
--> statement-breakpoint
ALTER TABLE "flows" ADD COLUMN "published" bigint;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_flow_days" ADD CONSTRAINT "call_flow_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Calls that are kept; sums of days whose calls are gone have no flow.
INSERT INTO "call_flow_days" ("account_id", "day", "flow_id", "revision", "calls", "failed", "connected_ms", "cost_micros")
	SELECT "account_id", to_char(to_timestamp("ended_at" / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
		coalesce("flow_id", ''), coalesce("flow_revision", 0),
		count(*), sum("failed"), sum("connected_ms"), sum("cost_micros")
	FROM "sessions" WHERE "account_id" IS NOT NULL AND "status" = 'ended' AND "ended_at" IS NOT NULL
		AND ("first_connected_at" IS NOT NULL OR "failed" = 1)
	GROUP BY 1, 2, 3, 4;
