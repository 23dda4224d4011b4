import { useQuery } from "@apollo/client/react";
import { ClicksSinceDocument } from "../../core/graphql/generated/graphql.ts";

/**
 * Returns the first day (UTC) with single clicks if a range that starts at `from` begins before this day, otherwise
 * null. A missing `from` means all time.
 */
export function useClicksSince(from: string | null | undefined): string | null {
  const { data } = useQuery(ClicksSinceDocument);
  const since = data?.clickRetention.clicksSince ?? null;
  return since !== null && from && from.slice(0, 10) >= since ? null : since;
}
