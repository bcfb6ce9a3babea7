CREATE TABLE `erased_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erased_sessions_at` ON `erased_sessions` (`at`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`subject_hash` text NOT NULL,
	`state` text NOT NULL,
	`counts` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`receipt_hash` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `erasures_account` ON `erasures` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `erasures_running` ON `erasures` (`state`);--> statement-breakpoint
CREATE TABLE `retention_rules` (
	`account_id` text PRIMARY KEY NOT NULL,
	`audio_days` integer,
	`words_days` integer,
	`values_days` integer,
	`numbers_days` integer,
	`redact` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `subject_hash` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `has_words` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `has_values` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `sessions_subject` ON `sessions` (`account_id`,`subject_hash`) WHERE "sessions"."subject_hash" is not null;--> statement-breakpoint
CREATE INDEX `sessions_words` ON `sessions` (`account_id`,`ended_at`) WHERE "sessions"."has_words" = 1;--> statement-breakpoint
CREATE INDEX `sessions_values` ON `sessions` (`account_id`,`ended_at`) WHERE "sessions"."has_values" = 1;