import type { ConvertedQuestion } from "../../conversions/useConverted.ts";
import { ConversionSection } from "../ConversionSection.tsx";
import { useConvertedFigures } from "../../conversions/useConvertedFigures.ts";
import { useHasConversions } from "../../conversions/useHasConversions.ts";

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
