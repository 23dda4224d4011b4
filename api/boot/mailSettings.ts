import { type EnvProblem } from "@hoplog/platform/env/parseEnv.js";
import { isLoopback } from "../http/loopback.ts";
import type { MailSettings } from "../mail/open.ts";

export interface MailEnv {
  readonly HOST: string;
  /** Whether nobody but a proxy reaches HOST. */
  readonly BEHIND_PROXY: boolean;
  readonly PUBLIC_URL: string;
  readonly MAIL_FROM?: string | undefined;
  readonly POSTMARK_TOKEN?: string | undefined;
  readonly POSTMARK_API_URL: string;
  readonly SMTP_URL?: string | undefined;
}

/**
 * Without a mail service, mail is shown to whoever opens the mailbox page, reset links included: that will do only
 * where nobody else can reach it.
 */
export function mailSettings(env: MailEnv): MailSettings | EnvProblem {
  const { POSTMARK_TOKEN: token, POSTMARK_API_URL: apiUrl, SMTP_URL: url, MAIL_FROM: from } = env;
  if (token && url) return { variable: "SMTP_URL", problem: "set either POSTMARK_TOKEN or SMTP_URL, not both" };
  if (token ?? url) {
    if (!from) return { variable: "MAIL_FROM", problem: "must be set, to the address that mail comes from" };
    return token ? { by: "postmark", token, apiUrl, from } : { by: "smtp", url: url ?? "", from };
  }
  if (!(env.BEHIND_PROXY || isLoopback(env.HOST)) || !isLoopback(new URL(env.PUBLIC_URL).hostname)) {
    const problem = "set it or SMTP_URL: without mail the app runs only on this machine (HOST and PUBLIC_URL are not)";
    return { variable: "POSTMARK_TOKEN", problem };
  }
  return { by: "mailbox", from: from ?? "hoplog <hoplog@localhost>" };
}
