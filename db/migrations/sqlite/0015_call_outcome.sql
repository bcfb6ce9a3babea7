ALTER TABLE `sessions` ADD `call_outcome` text;--> statement-breakpoint
CREATE INDEX `sessions_outcome` ON `sessions` (`home`) WHERE "sessions"."call_outcome" = 'pending';
