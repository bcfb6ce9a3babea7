CREATE TABLE `assistants` (
	`account_id` text PRIMARY KEY NOT NULL,
	`system_prompt` text,
	`tools` text,
	`model` text,
	`voice` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
