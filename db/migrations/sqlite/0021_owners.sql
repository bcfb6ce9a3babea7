CREATE TABLE `links` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`purpose` text NOT NULL,
	`account_id` text,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`used_by` text,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `links_hash_unique` ON `links` (`hash`);--> statement-breakpoint
CREATE INDEX `links_purpose` ON `links` (`purpose`,`created_at`);--> statement-breakpoint
CREATE TABLE `logins` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`address` text,
	`agent` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `logins_account` ON `logins` (`account_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `role` text DEFAULT 'member' NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `erased_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_owner` ON `accounts` (`role`) WHERE "accounts"."role" = 'owner';--> statement-breakpoint
CREATE INDEX `accounts_leaving` ON `accounts` (`deleted_at`) WHERE "accounts"."deleted_at" is not null and "accounts"."erased_at" is null;