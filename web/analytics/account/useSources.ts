import { skipToken, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { type AccountSourcesQuery, AccountSourcesDocument } from "../../graphql/generated/graphql.ts";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

export interface Sources {
  /** Undefined: not there yet, or not requested. */
  readonly top: AccountSourcesQuery["analytics"]["topSources"] | undefined;
  readonly failed: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Websites and apps that clicks came from, refreshed while clicks arrive. */
export function useSources(question: Question, isShown: boolean): Sources {
  const variables = { ...question, first: limits.longTopList };
  const { data, previousData, error, refetch } = useQuery(
    AccountSourcesDocument,
    isShown ? { variables, fetchPolicy: "cache-and-network" } : skipToken,
  );
  useLiveRefresh(isShown ? refetch : nothing);
  const top = (data ?? (error ? undefined : previousData))?.analytics.topSources;
  return { top, failed: error !== undefined && !data, refetch };
}

const nothing = () => Promise.resolve();
