import { skipToken, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { useMemo } from "react";
import {
  type ClickFilter,
  ConvertedLinksDocument,
  ConvertedListsDocument,
  type ClickDimension,
} from "../../core/graphql/generated/graphql.ts";
import type { Converted } from "./texts.ts";
import { useHasConversions } from "./useHasConversions.ts";

/** Selects clicks with the same variables as analytics queries. */
export interface ConvertedQuestion {
  readonly linkId?: string;
  readonly range: { readonly from?: string; readonly to?: string } | null;
  readonly tz: string;
  readonly bots: boolean;
  readonly filters: ClickFilter[];
}

export interface DimensionValues {
  readonly field: ClickDimension;
  readonly values: readonly string[];
}

/** Returns the conversions of the clicks with a value; undefined while unknown. */
export type ConvertedOf = (field: ClickDimension, value: string) => Converted | undefined;

export const nothing: Converted = { leads: 0, sales: 0, revenue: [] };

/**
 * Queries the conversions of several lists at once. Returns null, without a query, if the workspace has no conversions
 * at all.
 */
export function useConvertedLists(question: ConvertedQuestion, lists: readonly DimensionValues[]): ConvertedOf | null {
  const isAny = useHasConversions();
  const of = askable(lists);
  const { data, previousData } = useQuery(
    ConvertedListsDocument,
    isAny && of.length > 0 ? { variables: { ...question, of }, fetchPolicy: "cache-and-network" } : skipToken,
  );
  const found = (data ?? previousData)?.conversionStats.lists;
  return useMemo(() => {
    if (!isAny) return null;
    const byField = new Map(
      found?.map(({ field, rows }) => [field, new Map(rows.map((row): [string, Converted] => [row.value, row]))]),
    );
    return (field, value) => {
      const rows = byField.get(field);
      return rows && (rows.get(value) ?? nothing);
    };
  }, [isAny, found]);
}

/** Queries conversions like {@link useConvertedLists}, by link id. */
export function useConvertedLinks(
  question: Omit<ConvertedQuestion, "linkId">,
  ids: readonly string[],
): ((id: string) => Converted | undefined) | null {
  const isAny = useHasConversions();
  const { data, previousData } = useQuery(
    ConvertedLinksDocument,
    isAny && ids.length > 0
      ? { variables: { ...question, ids: ids.toSorted() }, fetchPolicy: "cache-and-network" }
      : skipToken,
  );
  const found = (data ?? previousData)?.conversionStats.links;
  return useMemo(() => {
    if (!isAny) return null;
    const byId = new Map(found?.map((row): [string, Converted] => [row.value, row]));
    return (id) => found && (byId.get(id) ?? nothing);
  }, [isAny, found]);
}

/**
 * Sorts the values, so that lists whose values change places as clicks arrive have the same variables, and drops those
 * above the query's limits.
 */
function askable(lists: readonly DimensionValues[]): { field: ClickDimension; values: string[] }[] {
  const encoder = new TextEncoder();
  let left: number = limits.convertedBytesMax;
  const fits = (value: string) => {
    const { length } = encoder.encode(value);
    if (value.length > limits.filterMax || length > left) return false;
    left -= length;
    return true;
  };
  return lists
    .map(({ field, values }) => ({ field, values: values.slice(0, limits.longTopList).filter(fits).toSorted() }))
    .filter(({ values }) => values.length > 0);
}
