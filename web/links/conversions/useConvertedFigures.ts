import { skipToken, useQuery } from "@apollo/client/react";
import { ConvertedFiguresDocument } from "../../core/graphql/generated/graphql.ts";
import type { ConvertedQuestion } from "./useConverted.ts";

/** What all clicks of a question became; null without one, and while it isn't known. */
export function useConvertedFigures(question: ConvertedQuestion | null) {
  const { data, previousData } = useQuery(
    ConvertedFiguresDocument,
    question ? { variables: question, fetchPolicy: "cache-and-network" } : skipToken,
  );
  return question === null ? null : ((data ?? previousData)?.conversionStats.figures ?? null);
}
