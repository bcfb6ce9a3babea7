CREATE TABLE `phone_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`number_id` text NOT NULL,
	`session_id` text,
	`flow_id` text,
	`key_id` text,
	`subject_hash` text,
	`sealed` blob NOT NULL,
	`voicemail` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`outcome` text,
	`answered_by` text,
	`ring_ms` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempts_max` integer NOT NULL,
	`retry_ms` integer NOT NULL,
	`next_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`number_id`) REFERENCES `phone_numbers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `phone_calls_account` ON `phone_calls` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `phone_calls_due` ON `phone_calls` (`number_id`,`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `phone_calls_subject` ON `phone_calls` (`account_id`,`subject_hash`);--> statement-breakpoint
CREATE INDEX `phone_calls_session` ON `phone_calls` (`session_id`);--> statement-breakpoint
CREATE TABLE `phone_numbers` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`label` text NOT NULL,
	`kind` text NOT NULL,
	`sealed` blob NOT NULL,
	`flow_id` text,
	`dials` text NOT NULL,
	`calls_max` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`phase` text,
	`problem` text,
	`state_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `phone_numbers_account` ON `phone_numbers` (`account_id`,`created_at`);