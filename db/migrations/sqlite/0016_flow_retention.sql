ALTER TABLE `sessions` ADD `audio_days` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `words_days` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `values_days` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `numbers_days` integer;--> statement-breakpoint
CREATE INDEX `sessions_flow_words` ON `sessions` (("ended_at" + "words_days" * 86400000)) WHERE "sessions"."has_words" = 1 and "sessions"."words_days" is not null;--> statement-breakpoint
CREATE INDEX `sessions_flow_values` ON `sessions` (("ended_at" + "values_days" * 86400000)) WHERE "sessions"."has_values" = 1 and "sessions"."values_days" is not null;--> statement-breakpoint
CREATE INDEX `sessions_flow_numbers` ON `sessions` (("ended_at" + "numbers_days" * 86400000)) WHERE "sessions"."numbers_days" is not null;