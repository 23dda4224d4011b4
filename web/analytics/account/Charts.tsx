import { SeriesCard, type SeriesCardProps } from "./SeriesCard.tsx";
import { WorldCard, type WorldCardProps } from "./WorldCard.tsx";

/** The page's charts, in their own chunk so that the figures above are shown first. */
export default function Charts({ first, firstConverted, onCountry, ...series }: SeriesCardProps & WorldCardProps) {
  return (
    <>
      <SeriesCard {...series} />
      <WorldCard first={first} firstConverted={firstConverted} onCountry={onCountry} />
    </>
  );
}
