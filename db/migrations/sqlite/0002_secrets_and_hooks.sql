CREATE TABLE `hook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`queue` text NOT NULL,
	`url` text NOT NULL,
	`signer` text NOT NULL,
	`message_id` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hook_deliveries_queue` ON `hook_deliveries` (`queue`,`id`);--> statement-breakpoint
CREATE INDEX `hook_deliveries_account` ON `hook_deliveries` (`account_id`);--> statement-breakpoint
CREATE INDEX `hook_deliveries_due` ON `hook_deliveries` (`url`,`next_at`) WHERE "hook_deliveries"."next_at" is not null;--> statement-breakpoint
CREATE TABLE `hooks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`sealed` blob NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hooks_account` ON `hooks` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `secrets` (
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`sealed` blob NOT NULL,
	`hosts` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `name`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
