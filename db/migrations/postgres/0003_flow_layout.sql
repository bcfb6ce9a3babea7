ALTER TABLE "flow_revisions" ADD COLUMN "layout" text;
