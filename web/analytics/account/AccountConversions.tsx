import type { ConvertedQuestion } from "../../links/conversions/useConverted.ts";
import { ConversionSection } from "../link/ConversionSection.tsx";
import { useConvertedFigures } from "../../links/conversions/useConvertedFigures.ts";
import { useHasConversions } from "../../links/conversions/useHasConversions.ts";

interface AccountConversionsProps {
  question: ConvertedQuestion;
  /** Query for the previous period; null without a comparison. */
  before: ConvertedQuestion | null;
}

/** Conversions of the account's clicks; renders and queries nothing if no lead or sale was ever reported. */
export default function AccountConversions({ question, before }: AccountConversionsProps) {
  const isAny = useHasConversions("cache-and-network");
  const figures = useConvertedFigures(isAny ? question : null);
  const figuresBefore = useConvertedFigures(isAny ? before : null);
  return figures && <ConversionSection figures={figures} before={figuresBefore} />;
}
