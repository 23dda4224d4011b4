import { randomBytes } from "node:crypto";
import { createSealer } from "@hoplog/platform/sealing/sealer.js";
import type { SecretBox } from "../../kernel/calls/secretBox.ts";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { Started } from "../../kernel/calls/feature.ts";
import type { MailJob, Written } from "../mail/outbox.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Ids } from "../../kernel/calls/capabilities.ts";
import type { Registry } from "prom-client";
import { type AccessTokens, createAccessTokens, createRefreshTokens, type RefreshTokens } from "./accessTokens.ts";
import { createDeviceKeys, type DeviceKeys } from "./devices.ts";
import { openKnownKeys, type UsableKeys } from "./apiKeys/knownKeys.ts";
import { createKeyMetrics, openKeyNotes } from "./apiKeys/notes.ts";
import { openRevocations, type Revocations } from "./revocations.ts";
import { sweepRegularly } from "./sweep.ts";
import { type AccountMailServices, writeAccountMail } from "./writeAccountMail.ts";

export type IdentityBase = AccountMailServices &
  Reads &
  Events &
  Ids &
  Logs & {
    readonly registry: Registry;
    readonly listener: Listener;
    readonly settings: { readonly TOKEN_SECRET: string; readonly AUDIT_RETENTION_DAYS: number };
  };

/** Services of accounts for other features. */
export interface Identities {
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly deviceKeys: DeviceKeys;
  readonly totpBox: SecretBox;
  readonly revocations: Revocations;
  readonly apiKeys: UsableKeys;
  /** Writes an account email; null without a recipient or if it is obsolete. */
  readonly writeAccountMail: (job: MailJob) => Promise<Written>;
}

/** Starts following revocations and deleting expired rows. */
export async function startIdentity(base: IdentityBase): Promise<Started<Identities>> {
  const { orm, logger, now, settings } = base;
  const revocations = await openRevocations(base);
  const keyNotes = openKeyNotes(base, createKeyMetrics(base.registry));
  const apiKeys = openKnownKeys({ ...base, ...keyNotes, onEnded: revocations.watch });
  const sweeping = sweepRegularly(orm, logger, now, settings.AUDIT_RETENTION_DAYS);
  return {
    services: {
      accessTokens: createAccessTokens(settings.TOKEN_SECRET, now),
      refreshTokens: createRefreshTokens(settings.TOKEN_SECRET),
      deviceKeys: createDeviceKeys(settings.TOKEN_SECRET),
      totpBox: createSealer([settings.TOKEN_SECRET], "hoplog secrets of authenticator apps", randomBytes),
      revocations,
      apiKeys,
      writeAccountMail: (job) => writeAccountMail(base, job),
    },
    async stop() {
      await sweeping.stop();
      apiKeys.stop();
      await keyNotes.stop();
      await revocations.close();
    },
  };
}
