ALTER TABLE "sessions" ADD COLUMN "hook_seq" bigint;
