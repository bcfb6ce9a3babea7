ALTER TABLE "embeds" ADD COLUMN "agent_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "embeds" ADD COLUMN "picture" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "embeds" ADD COLUMN "colour" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "embeds" ADD COLUMN "greeting" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "assistants" DROP CONSTRAINT "assistants_pkey";--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "name" text COLLATE "C" NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "created_at" bigint NOT NULL DEFAULT 0;--> statement-breakpoint
-- The one assistant of an account is its default one from now on.
UPDATE "assistants" SET "id" = "account_id", "created_at" = "updated_at";--> statement-breakpoint
ALTER TABLE "assistants" ALTER COLUMN "name" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "assistants" ALTER COLUMN "created_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "assistants" ADD PRIMARY KEY ("id");--> statement-breakpoint
CREATE INDEX "assistants_account" ON "assistants" USING btree ("account_id","created_at");
