CREATE TABLE "erased_sessions" (
	"session_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"subject_hash" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"counts" text NOT NULL,
	"created_at" bigint NOT NULL,
	"finished_at" bigint,
	"receipt_hash" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "retention_rules" (
	"account_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"audio_days" bigint,
	"words_days" bigint,
	"values_days" bigint,
	"numbers_days" bigint,
	"redact" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "subject_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_words" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_values" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erased_sessions_at" ON "erased_sessions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "erasures_account" ON "erasures" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "erasures_running" ON "erasures" USING btree ("state");--> statement-breakpoint
CREATE INDEX "sessions_subject" ON "sessions" USING btree ("account_id","subject_hash") WHERE "sessions"."subject_hash" is not null;--> statement-breakpoint
CREATE INDEX "sessions_words" ON "sessions" USING btree ("account_id","ended_at") WHERE "sessions"."has_words" = 1;--> statement-breakpoint
CREATE INDEX "sessions_values" ON "sessions" USING btree ("account_id","ended_at") WHERE "sessions"."has_values" = 1;