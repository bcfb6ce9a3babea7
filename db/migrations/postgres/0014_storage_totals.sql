CREATE TABLE "storage_totals" (
	"account_id" text COLLATE "C" NOT NULL,
	"what" text COLLATE "C" NOT NULL,
	"bytes" bigint NOT NULL,
	"at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "storage_totals_account_id_what_pk" PRIMARY KEY("account_id","what")
);
--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "storage_totals" ADD CONSTRAINT "storage_totals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "knowledge_sources" SET "bytes" =
	(SELECT coalesce(sum(octet_length("title") + octet_length("text") + coalesce(octet_length("questions"), 0)), 0)
		FROM "knowledge_passages" WHERE "source_id" = "knowledge_sources"."id")
	+ (SELECT coalesce(sum(octet_length("term") + octet_length("postings")), 0)
		FROM "knowledge_terms" WHERE "source_id" = "knowledge_sources"."id");
--> statement-breakpoint
INSERT INTO "storage_totals" ("account_id", "what", "bytes")
	SELECT "sessions"."account_id", 'words', sum(octet_length("session_events"."data"))
	FROM "session_events" JOIN "sessions" ON "sessions"."id" = "session_events"."session_id"
	WHERE "sessions"."account_id" IS NOT NULL GROUP BY "sessions"."account_id";
--> statement-breakpoint
-- drizzle-kit knows no triggers: written by hand. One statement for all rows, accounts in their order: nobody waits in a ring.
CREATE FUNCTION "session_events_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "storage_totals" ("account_id", "what", "bytes")
		SELECT "sessions"."account_id", 'words',
			sum(octet_length("changed"."data")) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
		FROM "changed" JOIN "sessions" ON "sessions"."id" = "changed"."session_id"
		WHERE "sessions"."account_id" IS NOT NULL
		GROUP BY "sessions"."account_id" ORDER BY "sessions"."account_id"
		ON CONFLICT ("account_id", "what") DO UPDATE SET "bytes" = "storage_totals"."bytes" + excluded."bytes";
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "session_events_added" AFTER INSERT ON "session_events"
REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "session_events_counted"();
--> statement-breakpoint
CREATE TRIGGER "session_events_gone" AFTER DELETE ON "session_events"
REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "session_events_counted"();
