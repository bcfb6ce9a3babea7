CREATE TABLE "done_deliveries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"queue" text COLLATE "C" NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"signer" text COLLATE "C" NOT NULL,
	"message_id" text COLLATE "C" NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C",
	"attempts" bigint NOT NULL,
	"last_error" text COLLATE "C",
	"done_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "trouble" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "done_deliveries" ADD CONSTRAINT "done_deliveries_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "done_deliveries_session" ON "done_deliveries" USING btree ("session_id","id");--> statement-breakpoint
CREATE INDEX "done_deliveries_account" ON "done_deliveries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "sessions_troubled" ON "sessions" USING btree ("account_id","created_at","id","trouble") WHERE "sessions"."trouble" is not null;
--> statement-breakpoint
-- What their events would say of older calls is not looked up: only how they ended.
UPDATE "sessions" SET "trouble" = CASE "end_reason" WHEN 'lost' THEN 'network' ELSE 'other' END WHERE "failed" = 1;
