ALTER TABLE `accounts` ADD `calls_go_on` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `confirmed_at` integer;--> statement-breakpoint
-- Who made an account before was not asked: mail goes to its address as it did.
UPDATE `accounts` SET `confirmed_at` = `created_at`;
