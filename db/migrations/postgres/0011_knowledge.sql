CREATE TABLE "knowledge_passages" (
	"source_id" text COLLATE "C" NOT NULL,
	"slice" bigint NOT NULL,
	"place" bigint NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"questions" text,
	CONSTRAINT "knowledge_passages_source_id_slice_place_pk" PRIMARY KEY("source_id","slice","place")
);
--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"base" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"url" text COLLATE "C",
	"passages" bigint NOT NULL,
	"terms" bigint DEFAULT 0 NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_terms" (
	"source_id" text COLLATE "C" NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"slice" bigint NOT NULL,
	"postings" "bytea" NOT NULL,
	CONSTRAINT "knowledge_terms_source_id_term_slice_pk" PRIMARY KEY("source_id","term","slice")
);
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_source_id_knowledge_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."knowledge_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_terms" ADD CONSTRAINT "knowledge_terms_source_id_knowledge_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."knowledge_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_sources_base" ON "knowledge_sources" USING btree ("account_id","base","created_at");