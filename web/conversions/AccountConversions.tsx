import { useQuery } from "@apollo/client/react";
import { AccountConversionsDocument, type AccountConversionsQueryVariables } from "../graphql/generated/graphql.ts";
import { ConversionSection } from "./ConversionSection.tsx";

/** What the clicks of the account became; nothing where no lead or sale was ever reported. */
export default function AccountConversions({ question }: { question: AccountConversionsQueryVariables }) {
  const { data } = useQuery(AccountConversionsDocument, { variables: question, fetchPolicy: "cache-and-network" });
  if (!data || data.conversions.nodes.length === 0) return null;
  return <ConversionSection stats={data.conversionStats} />;
}
