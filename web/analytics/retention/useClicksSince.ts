import { useQuery } from "@apollo/client/react";
import { ClicksSinceDocument } from "../../core/graphql/generated/graphql.ts";

/** The first day (UTC) with single clicks, where a range that begins at `from` (missing: of all time) begins before it. */
export function useClicksSince(from: string | null | undefined): string | null {
  const { data } = useQuery(ClicksSinceDocument);
  const since = data?.clickRetention.clicksSince ?? null;
  return since !== null && from && from.slice(0, 10) >= since ? null : since;
}
