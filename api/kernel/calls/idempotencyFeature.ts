import type { Randomness } from "./capabilities.ts";
import type { RunningFeature } from "./feature.ts";
import { createSecretBox } from "./secretBox.ts";
import type { IdempotencyServices } from "./idempotentCalls.ts";
import type { IdempotentServices } from "./idempotencyHooks.ts";

type Base = Randomness & { readonly settings: { readonly TOKEN_SECRET: string } };

/** Calls that may be sent again, and are done once. */
export const idempotency: RunningFeature<IdempotentServices, Base, Pick<IdempotencyServices, "idempotencySecrets">> = {
  start: ({ settings, random }) => ({
    services: { idempotencySecrets: createSecretBox(settings.TOKEN_SECRET, random) },
  }),
};
