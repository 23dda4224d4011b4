import { useQuery } from "@apollo/client/react";
import { HasConversionsDocument } from "../../core/graphql/generated/graphql.ts";

/** Whether a lead or sale was ever reported to the workspace; false while unknown. Queried once per page. */
export function useHasConversions(fetchPolicy: "cache-first" | "cache-and-network" = "cache-first"): boolean {
  const { data } = useQuery(HasConversionsDocument, { fetchPolicy });
  return data !== undefined && data.conversions.nodes.length > 0;
}
