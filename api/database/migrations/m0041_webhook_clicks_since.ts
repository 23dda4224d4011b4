import { migration } from "./migration.ts";

/**
 * Since when a webhook has asked for clicks, where that is later than when it was made: the topic still has those of before. Null
 * where it has asked from its beginning, and of webhooks that were there before.
 */
export const webhookClicksSince = migration("0041_webhook_clicks_since", [
  `ALTER TABLE webhook ADD COLUMN clicks_since timestamptz(3)`,
]);
