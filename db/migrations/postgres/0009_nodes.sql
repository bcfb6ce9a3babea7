CREATE TABLE "nodes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"public_url" text COLLATE "C",
	"region" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"beat_at" bigint NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"calls_max" bigint NOT NULL,
	"lag_ms" bigint DEFAULT 0 NOT NULL,
	"speech_queue_ms" bigint DEFAULT 0 NOT NULL,
	"batch" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_counts" (
	"key" text COLLATE "C" NOT NULL,
	"window" bigint NOT NULL,
	"node_id" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "rate_counts_key_window_node_id_pk" PRIMARY KEY("key","window","node_id")
);
--> statement-breakpoint
CREATE TABLE "singletons" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"node_id" text COLLATE "C" NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_snapshots" (
	"session_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"data" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_snapshots" ADD CONSTRAINT "session_snapshots_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hook_deliveries" ADD COLUMN "claimed_by" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "hook_deliveries" ADD COLUMN "claimed_until" bigint;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "home" text COLLATE "C";
--> statement-breakpoint
CREATE INDEX "rate_counts_window" ON "rate_counts" USING btree ("window");
--> statement-breakpoint
CREATE UNIQUE INDEX "hook_deliveries_once" ON "hook_deliveries" USING btree ("queue","message_id");
--> statement-breakpoint
CREATE INDEX "sessions_account_open" ON "sessions" USING btree ("account_id") WHERE "sessions"."status" <> 'ended';
--> statement-breakpoint
-- Counts an account's open sessions when its turn has come: what others have begun until then is seen, because each
-- query of a volatile function looks anew. The turn lasts until the end of the transaction.
CREATE FUNCTION "open_sessions"("account" text) RETURNS bigint VOLATILE LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended("account", 0));
	RETURN (SELECT count(*) FROM "sessions" WHERE "account_id" = "account" AND "status" <> 'ended');
END;
$$;
