ALTER TABLE "flows" ADD COLUMN "document_id" text COLLATE "C";
--> statement-breakpoint
CREATE TABLE "flow_links" (
	"flow_id" text COLLATE "C" NOT NULL,
	"revision" bigint NOT NULL,
	"document_id" text COLLATE "C" NOT NULL,
	"linked_id" text COLLATE "C" NOT NULL,
	"linked_revision" bigint NOT NULL,
	CONSTRAINT "flow_links_flow_id_revision_document_id_pk" PRIMARY KEY("flow_id","revision","document_id")
);
--> statement-breakpoint
ALTER TABLE "flow_links" ADD CONSTRAINT "flow_links_flow_id_revision_flow_revisions_flow_id_revision_fk" FOREIGN KEY ("flow_id","revision") REFERENCES "public"."flow_revisions"("flow_id","revision") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "flow_links_linked" ON "flow_links" USING btree ("linked_id","linked_revision");
--> statement-breakpoint
CREATE INDEX "flows_document" ON "flows" USING btree ("account_id","document_id");
