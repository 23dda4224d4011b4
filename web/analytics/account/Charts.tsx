import { SeriesCard, type SeriesCardProps } from "./SeriesCard.tsx";
import { WorldCard, type WorldCardProps } from "./WorldCard.tsx";

/** The page's charts. In their own chunk, so that the figures above show first. */
export default function Charts({ first, firstConverted, onCountry, ...series }: SeriesCardProps & WorldCardProps) {
  return (
    <>
      <SeriesCard {...series} />
      <WorldCard first={first} firstConverted={firstConverted} onCountry={onCountry} />
    </>
  );
}
