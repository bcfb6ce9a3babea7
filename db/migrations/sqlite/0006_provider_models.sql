ALTER TABLE `provider_settings` ADD `stt_model` text;--> statement-breakpoint
ALTER TABLE `provider_settings` ADD `tts_model` text;--> statement-breakpoint
ALTER TABLE `provider_settings` ADD `llm_model` text;--> statement-breakpoint
ALTER TABLE `provider_settings` ADD `tts_voice` text;