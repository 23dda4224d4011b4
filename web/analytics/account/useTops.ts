import { skipToken, useQuery } from "@apollo/client/react";
import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import type { DimensionValues } from "../../conversions/useConverted.ts";
import { type AccountTopsQuery, AccountTopsDocument } from "../../graphql/generated/graphql.ts";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

export type Top = AccountTopsQuery["analytics"]["tops"][number];

export interface Tops {
  /** Undefined: still on its way, or not among those that are asked for. */
  readonly of: (field: ListedFieldName) => Top | undefined;
  readonly failed: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Top lists of some fields, which are counted together; they move while clicks come in. None is asked for without fields. */
export function useTops(question: Question, fields: readonly ListedFieldName[]): Tops {
  const variables = { ...question, fields: [...fields], first: limits.longTopList };
  const { data, previousData, error, refetch } = useQuery(
    AccountTopsDocument,
    fields.length > 0 ? { variables, fetchPolicy: "cache-and-network" } : skipToken,
  );
  useLiveRefresh(fields.length > 0 ? refetch : nothing);
  const tops = (data ?? (error ? undefined : previousData))?.analytics.tops;
  return { of: (field) => tops?.find((top) => top.field === field), failed: error !== undefined && !data, refetch };
}

const nothing = () => Promise.resolve();

/** Top lists as conversions are asked for by them. */
export function listedValues(...tops: readonly (Top | undefined)[]): DimensionValues[] {
  return tops.flatMap((top) => (top ? [{ field: top.field, values: top.rows.map(({ value }) => value) }] : []));
}
