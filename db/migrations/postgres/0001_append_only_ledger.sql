-- drizzle-kit knows no triggers: written by hand.
CREATE FUNCTION "ledger_entries_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'ledger entries are never %', CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_update" BEFORE UPDATE ON "ledger_entries"
FOR EACH ROW EXECUTE FUNCTION "ledger_entries_stay"();
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_delete" BEFORE DELETE ON "ledger_entries"
FOR EACH ROW EXECUTE FUNCTION "ledger_entries_stay"();
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_truncate" BEFORE TRUNCATE ON "ledger_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "ledger_entries_stay"();
