ALTER TABLE "provider_settings" ADD COLUMN "llm_fallback" text;
--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "tts_fallback" text;
--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "stt_fallback" text;
