CREATE TABLE `__new_assistants` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`system_prompt` text,
	`tools` text,
	`model` text,
	`voice` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- The one assistant of an account is its default one from now on.
INSERT INTO `__new_assistants`("id", "account_id", "name", "system_prompt", "tools", "model", "voice", "created_at", "updated_at") SELECT "account_id", "account_id", '', "system_prompt", "tools", "model", "voice", "updated_at", "updated_at" FROM `assistants`;--> statement-breakpoint
DROP TABLE `assistants`;--> statement-breakpoint
ALTER TABLE `__new_assistants` RENAME TO `assistants`;--> statement-breakpoint
CREATE INDEX `assistants_account` ON `assistants` (`account_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `embeds` ADD `agent_name` text;--> statement-breakpoint
ALTER TABLE `embeds` ADD `picture` text;--> statement-breakpoint
ALTER TABLE `embeds` ADD `colour` text;--> statement-breakpoint
ALTER TABLE `embeds` ADD `greeting` text;
