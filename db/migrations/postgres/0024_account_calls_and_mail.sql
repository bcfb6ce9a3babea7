ALTER TABLE "accounts" ADD COLUMN "calls_go_on" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "confirmed_at" bigint;--> statement-breakpoint
-- Who made an account before was not asked: mail goes to its address as it did.
UPDATE "accounts" SET "confirmed_at" = "created_at";
