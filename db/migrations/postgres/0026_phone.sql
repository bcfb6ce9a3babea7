CREATE TABLE "phone_calls" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"number_id" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C",
	"flow_id" text COLLATE "C",
	"key_id" text COLLATE "C",
	"subject_hash" text COLLATE "C",
	"sealed" "bytea" NOT NULL,
	"voicemail" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"outcome" text COLLATE "C",
	"answered_by" text COLLATE "C",
	"ring_ms" bigint NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"attempts_max" bigint NOT NULL,
	"retry_ms" bigint NOT NULL,
	"next_at" bigint NOT NULL,
	"until_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "phone_numbers" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"label" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"flow_id" text COLLATE "C",
	"dials" text NOT NULL,
	"calls_max" bigint NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"phase" text COLLATE "C",
	"problem" text COLLATE "C",
	"state_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "phone_calls" ADD CONSTRAINT "phone_calls_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_calls" ADD CONSTRAINT "phone_calls_number_id_phone_numbers_id_fk" FOREIGN KEY ("number_id") REFERENCES "public"."phone_numbers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_calls" ADD CONSTRAINT "phone_calls_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phone_calls_account" ON "phone_calls" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "phone_calls_due" ON "phone_calls" USING btree ("number_id","state","next_at");--> statement-breakpoint
CREATE INDEX "phone_calls_subject" ON "phone_calls" USING btree ("account_id","subject_hash");--> statement-breakpoint
CREATE INDEX "phone_calls_session" ON "phone_calls" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "phone_numbers_account" ON "phone_numbers" USING btree ("account_id","created_at");