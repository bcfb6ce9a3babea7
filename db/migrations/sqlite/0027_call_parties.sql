DROP INDEX `sessions_calls`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `direction` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `parties` text;--> statement-breakpoint
CREATE INDEX `sessions_calls` ON `sessions` (`account_id`,`created_at`,`id`,`flow_id`,`status`,`end_reason`,`outcome`,`transport`,`direction`,`failed`);