CREATE TABLE `knowledge_passages` (
	`source_id` text NOT NULL,
	`slice` integer NOT NULL,
	`place` integer NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`questions` text,
	PRIMARY KEY(`source_id`, `slice`, `place`),
	FOREIGN KEY (`source_id`) REFERENCES `knowledge_sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `knowledge_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`base` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`url` text,
	`passages` integer NOT NULL,
	`terms` integer DEFAULT 0 NOT NULL,
	`is_ready` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `knowledge_sources_base` ON `knowledge_sources` (`account_id`,`base`,`created_at`);--> statement-breakpoint
CREATE TABLE `knowledge_terms` (
	`source_id` text NOT NULL,
	`term` text NOT NULL,
	`slice` integer NOT NULL,
	`postings` blob NOT NULL,
	PRIMARY KEY(`source_id`, `term`, `slice`),
	FOREIGN KEY (`source_id`) REFERENCES `knowledge_sources`(`id`) ON UPDATE no action ON DELETE cascade
);
