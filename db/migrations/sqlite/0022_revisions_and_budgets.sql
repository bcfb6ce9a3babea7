CREATE TABLE `budgets` (
	`account_id` text PRIMARY KEY NOT NULL,
	`monthly_micros` integer NOT NULL,
	`refuses` integer NOT NULL,
	`told_month` text,
	`told_percent` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `call_flow_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`flow_id` text NOT NULL,
	`revision` integer NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`connected_ms` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `flow_id`, `revision`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `flows` ADD `published` integer;
--> statement-breakpoint
-- Calls that are kept; sums of days whose calls are gone have no flow.
INSERT INTO `call_flow_days` (`account_id`, `day`, `flow_id`, `revision`, `calls`, `failed`, `connected_ms`, `cost_micros`)
	SELECT `account_id`, date(`ended_at` / 1000, 'unixepoch'), coalesce(`flow_id`, ''), coalesce(`flow_revision`, 0),
		count(*), sum(`failed`), sum(`connected_ms`), sum(`cost_micros`)
	FROM `sessions` WHERE `account_id` IS NOT NULL AND `status` = 'ended' AND `ended_at` IS NOT NULL
		AND (`first_connected_at` IS NOT NULL OR `failed` = 1)
	GROUP BY 1, 2, 3, 4;
