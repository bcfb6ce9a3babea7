ALTER TABLE `provider_settings` ADD `stt_fallback` text;--> statement-breakpoint
ALTER TABLE `provider_settings` ADD `tts_fallback` text;--> statement-breakpoint
ALTER TABLE `provider_settings` ADD `llm_fallback` text;