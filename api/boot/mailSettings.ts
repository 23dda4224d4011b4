import type { EnvProblem } from "@hoplog/platform/env/parseEnv.js";
import { isLoopback, listensOnLoopback } from "@hoplog/platform/http/loopback.js";
import type { MailSettings } from "../accounts/mail/feature.ts";

export interface MailEnv {
  readonly HOST: string;
  /** Whether only a proxy can reach HOST. */
  readonly BEHIND_PROXY: boolean;
  /** The address that the proxy listens on. */
  readonly BIND_ADDRESS?: string | undefined;
  /** Networks of trusted proxies; not empty if there is a proxy. */
  readonly TRUSTED_PROXIES: readonly unknown[];
  readonly PUBLIC_URL: string;
  readonly MAIL_FROM?: string | undefined;
  readonly POSTMARK_TOKEN?: string | undefined;
  readonly POSTMARK_API_URL: string;
  readonly SMTP_URL?: string | undefined;
}

/**
 * Chooses how emails are sent. Without a mail service, anyone who can open the mailbox page sees all emails, including
 * password reset links, so this is allowed only if no other machine can reach the app.
 */
export function mailSettings(env: MailEnv): MailSettings | EnvProblem {
  const { POSTMARK_TOKEN: token, POSTMARK_API_URL: apiUrl, SMTP_URL: url, MAIL_FROM: from } = env;
  if (token && url) return { variable: "SMTP_URL", problem: "set either POSTMARK_TOKEN or SMTP_URL, not both" };
  if (token ?? url) {
    if (!from) return { variable: "MAIL_FROM", problem: "must be set to the sender address of emails" };
    return token ? { by: "postmark", token, apiUrl, from } : { by: "smtp", url: url ?? "", from };
  }
  const opening = exposureReason(env);
  if (opening !== null) {
    const problem = `set it or SMTP_URL: without a mail service, other machines must not be able to reach the app (${opening})`;
    return { variable: "POSTMARK_TOKEN", problem };
  }
  return { by: "mailbox", from: from ?? "hoplog <hoplog@localhost>" };
}

/** Returns the reason why, according to the settings, other machines can reach the app; null if they cannot. */
function exposureReason(env: MailEnv): string | null {
  if (!isLoopback(new URL(env.PUBLIC_URL).hostname)) return "PUBLIC_URL is not on this machine";
  if (!env.BEHIND_PROXY && !listensOnLoopback(env.HOST)) return "HOST is not a loopback address";
  if (!env.BEHIND_PROXY && env.TRUSTED_PROXIES.length === 0) return null;
  if (env.BIND_ADDRESS === undefined) return "the proxy's BIND_ADDRESS is not set";
  return listensOnLoopback(env.BIND_ADDRESS) ? null : "the proxy's BIND_ADDRESS is not a loopback address";
}
