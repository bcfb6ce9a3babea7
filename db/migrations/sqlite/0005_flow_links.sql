CREATE TABLE `flow_links` (
	`flow_id` text NOT NULL,
	`revision` integer NOT NULL,
	`document_id` text NOT NULL,
	`linked_id` text NOT NULL,
	`linked_revision` integer NOT NULL,
	PRIMARY KEY(`flow_id`, `revision`, `document_id`),
	FOREIGN KEY (`flow_id`,`revision`) REFERENCES `flow_revisions`(`flow_id`,`revision`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `flow_links_linked` ON `flow_links` (`linked_id`,`linked_revision`);--> statement-breakpoint
ALTER TABLE `flows` ADD `document_id` text;--> statement-breakpoint
CREATE INDEX `flows_document` ON `flows` (`account_id`,`document_id`);