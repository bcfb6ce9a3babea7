CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`label` text NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `balances` (
	`account_id` text PRIMARY KEY NOT NULL,
	`granted_micros` integer DEFAULT 0 NOT NULL,
	`settled_micros` integer DEFAULT 0 NOT NULL,
	`held_micros` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "balances_held" CHECK("balances"."held_micros" >= 0),
	CONSTRAINT "balances_settled" CHECK("balances"."settled_micros" >= 0),
	CONSTRAINT "balances_available" CHECK("balances"."granted_micros" - "balances"."settled_micros" - "balances"."held_micros" >= 0)
);
--> statement-breakpoint
CREATE TABLE `flow_revisions` (
	`flow_id` text NOT NULL,
	`revision` integer NOT NULL,
	`source` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`flow_id`, `revision`),
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `flows` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `flows_account` ON `flows` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `holds` (
	`session_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`open_micros` integer NOT NULL,
	`settled_micros` integer DEFAULT 0 NOT NULL,
	`written_off_micros` integer DEFAULT 0 NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "holds_open_micros" CHECK("holds"."open_micros" >= 0),
	CONSTRAINT "holds_closed" CHECK("holds"."closed_at" is null or "holds"."open_micros" = 0)
);
--> statement-breakpoint
CREATE INDEX `holds_open` ON `holds` (`session_id`) WHERE "holds"."closed_at" is null;--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text,
	`kind` text NOT NULL,
	`micros` integer NOT NULL,
	`at` integer NOT NULL,
	`note` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_kind" CHECK("ledger_entries"."kind" in ('grant', 'hold', 'settle', 'release', 'writeoff')),
	CONSTRAINT "ledger_entries_micros" CHECK(typeof("ledger_entries"."micros") = 'integer' and "ledger_entries"."micros" >= 0)
);
--> statement-breakpoint
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `provider_keys` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`provider` text NOT NULL,
	`sealed` blob NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `provider`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `provider_settings` (
	`account_id` text PRIMARY KEY NOT NULL,
	`stt` text,
	`tts` text,
	`llm` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `session_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_events_session` ON `session_events` (`session_id`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`token_hash` text,
	`token_prefix` text,
	`flow_id` text,
	`flow_revision` integer,
	`context` text NOT NULL,
	`metadata` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`first_connected_at` integer,
	`started_at` integer,
	`ended_at` integer,
	`connected_ms` integer DEFAULT 0 NOT NULL,
	`heartbeat_at` integer,
	`outcome` text,
	`end_reason` text,
	`usage` text,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`providers` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sessions_open` ON `sessions` (`status`) WHERE "sessions"."status" <> 'ended';