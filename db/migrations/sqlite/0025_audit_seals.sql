ALTER TABLE `audit_heads` ADD `sealed_number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_heads` ADD `sealed_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_heads` ADD `seal` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_heads_unsealed` ON `audit_heads` (`chain`) WHERE "audit_heads"."number" > "audit_heads"."sealed_number";