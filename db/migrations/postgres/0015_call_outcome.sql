ALTER TABLE "sessions" ADD COLUMN "call_outcome" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "sessions_outcome" ON "sessions" USING btree ("home") WHERE "sessions"."call_outcome" = 'pending';
