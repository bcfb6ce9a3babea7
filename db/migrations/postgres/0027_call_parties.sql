DROP INDEX "sessions_calls";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "direction" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "parties" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "sessions_calls" ON "sessions" USING btree ("account_id","created_at","id","flow_id","status","end_reason","outcome","transport","direction","failed");