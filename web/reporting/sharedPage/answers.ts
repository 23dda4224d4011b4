import type { ShareDimension, SharePeriod, ShareTarget } from "@hoplog/schema/shares/share.js";
import type { Converted } from "../../links/conversions/texts.ts";
import { timedFetch } from "../../core/session/timedFetch.ts";

/** A shared page as returned by the API. */
export interface SharedPage {
  readonly name: string;
  readonly target: { readonly kind: ShareTarget; readonly name: string | null; readonly shortUrl: string | null };
  readonly timeZone: string;
  readonly from: string | null;
  readonly clicksSince: string | null;
  readonly interval: "hour" | "day" | "week" | "month";
  readonly figures: Readonly<Partial<Record<"clicks" | "uniqueVisitors" | "bots", number>>> & Partial<Converted>;
  readonly chart: readonly ChartPoint[] | null;
  readonly tops: readonly TopList[];
}

export interface ChartPoint {
  readonly at: string;
  readonly clicks: number;
}

export interface TopList {
  readonly field: ShareDimension;
  readonly rows: readonly ({ readonly value: string; readonly clicks: number } & Partial<Converted>)[];
  readonly distinct: number;
}

export interface View {
  readonly period: SharePeriod;
  /** Filters such as `country:is:DE`. */
  readonly filters: readonly string[];
}

/** The reason why a page can't be shown. */
export type Absence = "password" | "gone" | "refused" | "busy" | "away";

export function pathOf(token: string, { period, filters }: View, end = ""): string {
  const query = new URLSearchParams({ period });
  for (const filter of filters) query.append("filter", filter);
  return `/api/shared/${encodeURIComponent(token)}${end}?${query}`;
}

/** Loads the page; returns the reason if it can't be shown. */
export async function readPage(path: string, signal: AbortSignal): Promise<SharedPage | Absence> {
  try {
    const response = await timedFetch(path, { credentials: "same-origin", signal });
    if (!response.ok) return absenceOf(response.status);
    const { data }: { data: SharedPage } = await response.json();
    return data;
  } catch {
    return "away";
  }
}

/** Submits the password; resolves with null if it is accepted, otherwise with the error message. */
export async function submitPassword(token: string, password: string): Promise<string | null> {
  try {
    const response = await timedFetch(`/api/shared/${encodeURIComponent(token)}/password`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ password }),
    });
    if (response.ok) return null;
    const { message }: { message: string } = await response.json();
    return message;
  } catch {
    return "The server can't be reached. Please try again.";
  }
}

function absenceOf(status: number): Absence {
  if (status === 401) return "password";
  if (status === 404) return "gone";
  if (status === 422) return "refused";
  return status === 429 ? "busy" : "away";
}
