import type { ConvertedQuestion } from "../../links/conversions/useConverted.ts";
import { ConversionSection } from "../link/ConversionSection.tsx";
import { useConvertedFigures } from "../../links/conversions/useConvertedFigures.ts";
import { useHasConversions } from "../../links/conversions/useHasConversions.ts";

interface AccountConversionsProps {
  question: ConvertedQuestion;
  /** Of the time before; null where nothing is compared. */
  before: ConvertedQuestion | null;
}

/** What the clicks of the account became; nothing, and no question, where no lead or sale was ever reported. */
export default function AccountConversions({ question, before }: AccountConversionsProps) {
  const isAny = useHasConversions("cache-and-network");
  const figures = useConvertedFigures(isAny ? question : null);
  const figuresBefore = useConvertedFigures(isAny ? before : null);
  return figures && <ConversionSection figures={figures} before={figuresBefore} />;
}
