CREATE TABLE `storage_totals` (
	`account_id` text NOT NULL,
	`what` text NOT NULL,
	`bytes` integer NOT NULL,
	`at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`account_id`, `what`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `knowledge_sources` SET `bytes` =
	(SELECT coalesce(sum(octet_length(`title`) + octet_length(`text`) + coalesce(octet_length(`questions`), 0)), 0)
		FROM `knowledge_passages` WHERE `source_id` = `knowledge_sources`.`id`)
	+ (SELECT coalesce(sum(octet_length(`term`) + octet_length(`postings`)), 0)
		FROM `knowledge_terms` WHERE `source_id` = `knowledge_sources`.`id`);
--> statement-breakpoint
INSERT INTO `storage_totals` (`account_id`, `what`, `bytes`)
	SELECT `sessions`.`account_id`, 'words', sum(octet_length(`session_events`.`data`))
	FROM `session_events` JOIN `sessions` ON `sessions`.`id` = `session_events`.`session_id`
	WHERE `sessions`.`account_id` IS NOT NULL GROUP BY `sessions`.`account_id`;
--> statement-breakpoint
-- drizzle-kit knows no triggers: written by hand.
CREATE TRIGGER `session_events_added` AFTER INSERT ON `session_events`
BEGIN
	INSERT INTO `storage_totals` (`account_id`, `what`, `bytes`)
		SELECT `account_id`, 'words', octet_length(NEW.`data`) FROM `sessions`
		WHERE `id` = NEW.`session_id` AND `account_id` IS NOT NULL
		ON CONFLICT (`account_id`, `what`) DO UPDATE SET `bytes` = `bytes` + excluded.`bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `session_events_gone` AFTER DELETE ON `session_events`
BEGIN
	UPDATE `storage_totals` SET `bytes` = `bytes` - octet_length(OLD.`data`)
	WHERE `what` = 'words' AND `account_id` = (SELECT `account_id` FROM `sessions` WHERE `id` = OLD.`session_id`);
END;
