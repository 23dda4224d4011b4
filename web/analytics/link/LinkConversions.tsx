import { skipToken, useQuery } from "@apollo/client/react";
import { LinkConversionsDocument } from "../../core/graphql/generated/graphql.ts";
import { ConversionSection } from "./ConversionSection.tsx";
import { ConversionTable } from "../conversions/ConversionTable.tsx";
import { routeText } from "../../links/conversions/texts.ts";
import type { ConvertedQuestion } from "../../links/conversions/useConverted.ts";
import { useConvertedFigures } from "../../links/conversions/useConvertedFigures.ts";
import { useHasConversions } from "../../links/conversions/useHasConversions.ts";

interface LinkConversionsProps {
  question: ConvertedQuestion & { readonly linkId: string };
  /** The previous period; null without a comparison. */
  before: ConvertedQuestion | null;
}

/**
 * A link's conversions, also by rule, arm and UTM campaign. Renders nothing while they are unknown, if the workspace
 * has no conversions, or if the link passes no click ids and has no leads or sales.
 */
export function LinkConversions({ question, before }: LinkConversionsProps) {
  const isAny = useHasConversions("cache-and-network");
  const { data } = useQuery(
    LinkConversionsDocument,
    isAny ? { variables: question, fetchPolicy: "cache-and-network" } : skipToken,
  );
  const figures = useConvertedFigures(isAny ? question : null);
  const figuresBefore = useConvertedFigures(isAny ? before : null);
  if (!isAny || !data || !figures) return null;
  const { conversionStats: stats, link } = data;
  if (!link.passClickId && figures.leads + figures.sales === 0) return null;
  const byRoute = stats.byRoute.map((way) => ({ ...way, name: routeText(link, way) }));
  const campaigns = stats.campaigns.flatMap((row) => (row.value === "" ? [] : [{ ...row, name: row.value }]));
  return (
    <ConversionSection figures={figures} before={figuresBefore}>
      {byRoute.some(({ rule, arm }) => rule !== 0 || arm !== 0) && (
        <ConversionTable caption="Rule and arm" rows={byRoute} />
      )}
      {campaigns.length > 0 && <ConversionTable caption="UTM campaign" rows={campaigns} />}
    </ConversionSection>
  );
}
