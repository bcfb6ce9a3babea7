CREATE TABLE `audit_entries` (
	`chain` text NOT NULL,
	`number` integer NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_address` text,
	`action` text NOT NULL,
	`target` text,
	`request_id` text,
	`details` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`chain`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_id_unique` ON `audit_entries` (`id`);--> statement-breakpoint
CREATE TABLE `audit_heads` (
	`chain` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
-- drizzle-kit knows no triggers: written by hand.
CREATE TRIGGER `audit_entries_no_update` BEFORE UPDATE ON `audit_entries`
BEGIN
	SELECT RAISE(ABORT, 'audit entries are never changed');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_no_delete` BEFORE DELETE ON `audit_entries`
BEGIN
	SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_heads_go_on` BEFORE UPDATE ON `audit_heads`
WHEN NEW.`chain` <> OLD.`chain` OR NEW.`number` < OLD.`number`
BEGIN
	SELECT RAISE(ABORT, 'audit heads never go back');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_heads_no_delete` BEFORE DELETE ON `audit_heads`
BEGIN
	SELECT RAISE(ABORT, 'audit heads are never deleted');
END;
