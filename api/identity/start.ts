import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Logs } from "../calls/capabilities.ts";
import type { Started } from "../calls/feature.ts";
import type { Mail } from "../mail/port.ts";
import type { MailJob } from "../mail/outbox.ts";
import { type AccessTokens, createAccessTokens } from "./accessTokens.ts";
import { openRevocations, type Revocations } from "./revocations.ts";
import { sweepRegularly } from "./sweep.ts";
import { type AccountMailServices, writeAccountMail } from "./writeAccountMail.ts";

export type IdentityBase = AccountMailServices &
  Logs & {
    readonly listener: Listener;
    readonly settings: { readonly TOKEN_SECRET: string; readonly AUDIT_RETENTION_DAYS: number };
  };

/** What accounts offer to everybody else. */
export interface Identities {
  readonly accessTokens: AccessTokens;
  readonly revocations: Revocations;
  /** Writes a mail to the holder of an account; null where there is nobody to write to, or no reason any more. */
  readonly writeAccountMail: (job: MailJob) => Promise<Mail | null>;
}

/** Learns which sessions end, and removes what has run out. */
export async function startIdentity(base: IdentityBase): Promise<Started<Identities>> {
  const { orm, logger, now, settings } = base;
  const revocations = await openRevocations(base);
  const sweeping = sweepRegularly(orm, logger, now, settings.AUDIT_RETENTION_DAYS);
  return {
    services: {
      accessTokens: createAccessTokens(settings.TOKEN_SECRET, now),
      revocations,
      writeAccountMail: (job) => writeAccountMail(base, job),
    },
    async stop() {
      await sweeping.stop();
      await revocations.close();
    },
  };
}
