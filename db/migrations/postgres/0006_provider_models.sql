ALTER TABLE "provider_settings" ADD COLUMN "tts_voice" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "llm_model" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "tts_model" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "stt_model" text COLLATE "C";
