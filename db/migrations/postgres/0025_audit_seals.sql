ALTER TABLE "audit_heads" ADD COLUMN "sealed_number" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "sealed_hash" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "seal" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_heads_unsealed" ON "audit_heads" USING btree ("chain") WHERE "audit_heads"."number" > "audit_heads"."sealed_number";