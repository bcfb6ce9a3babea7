ALTER TABLE "sessions" ADD COLUMN "audio_days" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "words_days" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "values_days" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "numbers_days" bigint;--> statement-breakpoint
CREATE INDEX "sessions_flow_words" ON "sessions" USING btree (("ended_at" + "words_days" * 86400000)) WHERE "sessions"."has_words" = 1 and "sessions"."words_days" is not null;--> statement-breakpoint
CREATE INDEX "sessions_flow_values" ON "sessions" USING btree (("ended_at" + "values_days" * 86400000)) WHERE "sessions"."has_values" = 1 and "sessions"."values_days" is not null;--> statement-breakpoint
CREATE INDEX "sessions_flow_numbers" ON "sessions" USING btree (("ended_at" + "numbers_days" * 86400000)) WHERE "sessions"."numbers_days" is not null;