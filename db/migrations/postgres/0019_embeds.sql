CREATE TABLE "embed_refusals" (
	"embed_id" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	CONSTRAINT "embed_refusals_embed_id_reason_pk" PRIMARY KEY("embed_id","reason")
);
--> statement-breakpoint
CREATE TABLE "embed_sessions" (
	"session_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"embed_id" text COLLATE "C" NOT NULL,
	"origin" text COLLATE "C",
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "embeds" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"flow_id" text COLLATE "C" NOT NULL,
	"label" text COLLATE "C" NOT NULL,
	"origins" text NOT NULL,
	"sessions_per_hour" bigint,
	"minutes_per_day" bigint,
	"budget_micros" bigint,
	"used_micros" bigint DEFAULT 0 NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "embed_refusals" ADD CONSTRAINT "embed_refusals_embed_id_embeds_id_fk" FOREIGN KEY ("embed_id") REFERENCES "public"."embeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_embed_id_embeds_id_fk" FOREIGN KEY ("embed_id") REFERENCES "public"."embeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeds" ADD CONSTRAINT "embeds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "embed_sessions_embed" ON "embed_sessions" USING btree ("embed_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "embeds_token" ON "embeds" USING btree ("token");--> statement-breakpoint
CREATE INDEX "embeds_account" ON "embeds" USING btree ("account_id","created_at");--> statement-breakpoint
-- drizzle-kit knows no triggers: written by hand. After the statement, so that the account's sums are locked before.
CREATE FUNCTION "holds_embedded"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "embeds" SET "used_micros" = "used_micros"
		+ NEW."open_micros" + NEW."settled_micros" - OLD."open_micros" - OLD."settled_micros"
	WHERE "id" = (SELECT "embed_id" FROM "embed_sessions" WHERE "session_id" = NEW."session_id");
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "holds_embedded" AFTER UPDATE OF "open_micros", "settled_micros" ON "holds" FOR EACH ROW
WHEN (NEW."open_micros" + NEW."settled_micros" <> OLD."open_micros" + OLD."settled_micros")
EXECUTE FUNCTION "holds_embedded"();
