import { useQuery } from "@apollo/client/react";
import { HasConversionsDocument } from "../../core/graphql/generated/graphql.ts";

/** Whether the workspace has leads or sales; false while unknown. By default queried only if it is not cached. */
export function useHasConversions(fetchPolicy: "cache-first" | "cache-and-network" = "cache-first"): boolean {
  const { data } = useQuery(HasConversionsDocument, { fetchPolicy });
  return data !== undefined && data.conversions.nodes.length > 0;
}
