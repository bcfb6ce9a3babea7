CREATE TABLE `done_deliveries` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text NOT NULL,
	`queue` text NOT NULL,
	`url` text NOT NULL,
	`signer` text NOT NULL,
	`message_id` text NOT NULL,
	`event` text NOT NULL,
	`body` text,
	`attempts` integer NOT NULL,
	`last_error` text,
	`done_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `done_deliveries_session` ON `done_deliveries` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `done_deliveries_account` ON `done_deliveries` (`account_id`,`id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `trouble` text;--> statement-breakpoint
CREATE INDEX `sessions_troubled` ON `sessions` (`account_id`,`created_at`,`id`,`trouble`) WHERE "sessions"."trouble" is not null;
--> statement-breakpoint
-- What their events would say of older calls is not looked up: only how they ended.
UPDATE `sessions` SET `trouble` = CASE `end_reason` WHEN 'lost' THEN 'network' ELSE 'other' END WHERE `failed` = 1;
