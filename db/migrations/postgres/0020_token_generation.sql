ALTER TABLE "accounts" ADD COLUMN "token_generation" bigint DEFAULT 0 NOT NULL;
