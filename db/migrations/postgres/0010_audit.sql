CREATE TABLE "audit_entries" (
	"chain" text COLLATE "C" NOT NULL,
	"number" bigint NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL,
	"actor_kind" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C",
	"actor_address" text COLLATE "C",
	"action" text COLLATE "C" NOT NULL,
	"target" text COLLATE "C",
	"request_id" text COLLATE "C",
	"details" text COLLATE "C" NOT NULL,
	"prev_hash" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	CONSTRAINT "audit_entries_chain_number_pk" PRIMARY KEY("chain","number"),
	CONSTRAINT "audit_entries_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"chain" text COLLATE "C" PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
-- drizzle-kit knows no triggers: written by hand.
CREATE FUNCTION "audit_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_heads' THEN
		RAISE EXCEPTION 'audit heads never go back';
	END IF;
	RAISE EXCEPTION '% are never %', replace(TG_TABLE_NAME, '_', ' '),
		CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_no_update" BEFORE UPDATE ON "audit_entries"
FOR EACH ROW EXECUTE FUNCTION "audit_stays"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_no_delete" BEFORE DELETE ON "audit_entries"
FOR EACH ROW EXECUTE FUNCTION "audit_stays"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_no_truncate" BEFORE TRUNCATE ON "audit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "audit_stays"();
--> statement-breakpoint
CREATE TRIGGER "audit_heads_go_on" BEFORE UPDATE ON "audit_heads"
FOR EACH ROW WHEN (NEW."chain" <> OLD."chain" OR NEW."number" < OLD."number") EXECUTE FUNCTION "audit_stays"();
--> statement-breakpoint
CREATE TRIGGER "audit_heads_no_delete" BEFORE DELETE ON "audit_heads"
FOR EACH ROW EXECUTE FUNCTION "audit_stays"();
--> statement-breakpoint
CREATE TRIGGER "audit_heads_no_truncate" BEFORE TRUNCATE ON "audit_heads"
FOR EACH STATEMENT EXECUTE FUNCTION "audit_stays"();
