CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`public_url` text,
	`region` text NOT NULL,
	`version` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`beat_at` integer NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`calls_max` integer NOT NULL,
	`lag_ms` integer DEFAULT 0 NOT NULL,
	`speech_queue_ms` integer DEFAULT 0 NOT NULL,
	`batch` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_counts` (
	`key` text NOT NULL,
	`window` integer NOT NULL,
	`node_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window`, `node_id`)
);
--> statement-breakpoint
CREATE INDEX `rate_counts_window` ON `rate_counts` (`window`);--> statement-breakpoint
CREATE TABLE `singletons` (
	`name` text PRIMARY KEY NOT NULL,
	`node_id` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `session_snapshots` (
	`session_id` text PRIMARY KEY NOT NULL,
	`data` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `hook_deliveries` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `hook_deliveries` ADD `claimed_until` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `hook_deliveries_once` ON `hook_deliveries` (`queue`,`message_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `home` text;--> statement-breakpoint
CREATE INDEX `sessions_account_open` ON `sessions` (`account_id`) WHERE "sessions"."status" <> 'ended';