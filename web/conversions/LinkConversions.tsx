import { useQuery } from "@apollo/client/react";
import { LinkConversionsDocument, type LinkConversionsQueryVariables } from "../graphql/generated/graphql.ts";
import { ConversionSection } from "./ConversionSection.tsx";
import { ConversionTable } from "./ConversionTable.tsx";
import { wayText } from "./texts.ts";

/** What the clicks of a link became, by arm too; nothing for a link that passes no ids on and has no leads or sales. */
export function LinkConversions({ question }: { question: LinkConversionsQueryVariables }) {
  const { data } = useQuery(LinkConversionsDocument, { variables: question, fetchPolicy: "cache-and-network" });
  if (!data) return null;
  const { conversionStats: stats, link } = data;
  if (!link.passClickId && stats.figures.leads + stats.figures.sales === 0) return null;
  const ways = stats.ways.map((way) => ({ ...way, name: wayText(link, way) }));
  return (
    <ConversionSection stats={stats}>
      {ways.some(({ rule, arm }) => rule !== 0 || arm !== 0) && <ConversionTable caption="Rule and arm" rows={ways} />}
    </ConversionSection>
  );
}
