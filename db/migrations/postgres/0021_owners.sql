CREATE TABLE "links" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"purpose" text COLLATE "C" NOT NULL,
	"account_id" text COLLATE "C",
	"label" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint,
	"used_by" text COLLATE "C",
	"revoked_at" bigint,
	CONSTRAINT "links_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"address" text COLLATE "C",
	"agent" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "role" text COLLATE "C" DEFAULT 'member' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "closed_at" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "erased_at" bigint;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "links_purpose" ON "links" USING btree ("purpose","created_at");--> statement-breakpoint
CREATE INDEX "logins_account" ON "logins" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_owner" ON "accounts" USING btree ("role") WHERE "accounts"."role" = 'owner';--> statement-breakpoint
CREATE INDEX "accounts_leaving" ON "accounts" USING btree ("deleted_at") WHERE "accounts"."deleted_at" is not null and "accounts"."erased_at" is null;