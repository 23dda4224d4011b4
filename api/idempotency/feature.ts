import type { Randomness } from "../calls/capabilities.ts";
import type { RunningFeature } from "../calls/feature.ts";
import { createSecretBox } from "../calls/secretBox.ts";
import type { IdempotencyServices } from "../calls/idempotentCalls.ts";
import type { IdempotentServices } from "../calls/idempotencyHooks.ts";

type Base = Randomness & { readonly settings: { readonly TOKEN_SECRET: string } };

/** Calls that may be sent again, and are done once. */
export const idempotency: RunningFeature<IdempotentServices, Base, Pick<IdempotencyServices, "idempotencySecrets">> = {
  start: ({ settings, random }) => ({
    services: { idempotencySecrets: createSecretBox(settings.TOKEN_SECRET, random) },
  }),
};
