CREATE TABLE `embed_refusals` (
	`embed_id` text NOT NULL,
	`reason` text NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`embed_id`, `reason`),
	FOREIGN KEY (`embed_id`) REFERENCES `embeds`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `embed_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`embed_id` text NOT NULL,
	`origin` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`embed_id`) REFERENCES `embeds`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `embed_sessions_embed` ON `embed_sessions` (`embed_id`,`at`);--> statement-breakpoint
CREATE TABLE `embeds` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`token` text NOT NULL,
	`flow_id` text NOT NULL,
	`label` text NOT NULL,
	`origins` text NOT NULL,
	`sessions_per_hour` integer,
	`minutes_per_day` integer,
	`budget_micros` integer,
	`used_micros` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `embeds_token` ON `embeds` (`token`);--> statement-breakpoint
CREATE INDEX `embeds_account` ON `embeds` (`account_id`,`created_at`);--> statement-breakpoint
-- drizzle-kit knows no triggers: written by hand.
CREATE TRIGGER `holds_embedded` AFTER UPDATE OF `open_micros`, `settled_micros` ON `holds`
WHEN NEW.`open_micros` + NEW.`settled_micros` <> OLD.`open_micros` + OLD.`settled_micros`
BEGIN
	UPDATE `embeds` SET `used_micros` = `used_micros`
		+ NEW.`open_micros` + NEW.`settled_micros` - OLD.`open_micros` - OLD.`settled_micros`
	WHERE `id` = (SELECT `embed_id` FROM `embed_sessions` WHERE `session_id` = NEW.`session_id`);
END;
