import { skipToken, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import type { DimensionValues } from "../../links/conversions/useConverted.ts";
import { AccountTopsDocument } from "../../core/graphql/generated/graphql.ts";
import type { CardField } from "./listCards.ts";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

export interface Top {
  readonly field: CardField;
  readonly rows: readonly {
    readonly value: string;
    readonly clicks: number;
    /** For sources only: whether the source is a host of the installation's short links. */
    readonly isOwn?: boolean;
  }[];
  readonly distinct: number;
}

export interface Tops {
  /** Undefined while loading and for lists that are not queried. */
  readonly of: (field: CardField) => Top | undefined;
  readonly failed: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Top lists of several fields in one query, updated live. Without fields nothing is queried. */
export function useTops(question: Question, fields: readonly CardField[]): Tops {
  const columns = fields.filter((field) => field !== "source");
  const variables = {
    ...question,
    fields: columns,
    first: limits.longTopList,
    columns: columns.length > 0,
    sources: fields.includes("source"),
  };
  const { data, previousData, error, refetch } = useQuery(
    AccountTopsDocument,
    fields.length > 0 ? { variables, fetchPolicy: "cache-and-network" } : skipToken,
  );
  useLiveRefresh(fields.length > 0 ? refetch : nothing);
  const found = (data ?? (error ? undefined : previousData))?.analytics;
  const of = (field: CardField): Top | undefined =>
    field === "source"
      ? found?.topSources && { field, ...found.topSources }
      : found?.tops?.find((top) => top.field === field);
  return { of, failed: error !== undefined && !data, refetch };
}

const nothing = () => Promise.resolve();

/** Converts top lists to variables of the conversions query, which doesn't support sources. */
export function listedValues(...tops: readonly (Top | undefined)[]): DimensionValues[] {
  return tops.flatMap((top) =>
    top && top.field !== "source" ? [{ field: top.field, values: top.rows.map(({ value }) => value) }] : [],
  );
}
