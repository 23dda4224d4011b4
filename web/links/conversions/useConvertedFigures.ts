import { skipToken, useQuery } from "@apollo/client/react";
import { ConvertedFiguresDocument } from "../../core/graphql/generated/graphql.ts";
import type { ConvertedQuestion } from "./useConverted.ts";

/** Conversions of all selected clicks; null if `question` is null or while unknown. */
export function useConvertedFigures(question: ConvertedQuestion | null) {
  const { data, previousData } = useQuery(
    ConvertedFiguresDocument,
    question ? { variables: question, fetchPolicy: "cache-and-network" } : skipToken,
  );
  return question === null ? null : ((data ?? previousData)?.conversionStats.figures ?? null);
}
