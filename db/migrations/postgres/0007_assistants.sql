CREATE TABLE "assistants" (
	"account_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"system_prompt" text COLLATE "C",
	"tools" text,
	"model" text COLLATE "C",
	"voice" text COLLATE "C",
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistants" ADD CONSTRAINT "assistants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
