import type { ConvertedQuestion } from "../../links/conversions/useConverted.ts";
import { ConversionSection } from "../link/ConversionSection.tsx";
import { useConvertedFigures } from "../../links/conversions/useConvertedFigures.ts";
import { useHasConversions } from "../../links/conversions/useHasConversions.ts";

interface AccountConversionsProps {
  question: ConvertedQuestion;
  /** Query for the previous period; null without a comparison. */
  before: ConvertedQuestion | null;
}

/**
 * Conversions of the account's clicks; renders nothing and queries no figures if the workspace has no leads or sales.
 */
export default function AccountConversions({ question, before }: AccountConversionsProps) {
  const isAny = useHasConversions("cache-and-network");
  const figures = useConvertedFigures(isAny ? question : null);
  const figuresBefore = useConvertedFigures(isAny ? before : null);
  return figures && <ConversionSection figures={figures} before={figuresBefore} />;
}
