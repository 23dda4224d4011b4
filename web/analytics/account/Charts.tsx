import { SeriesCard, type SeriesCardProps } from "./SeriesCard.tsx";
import { WorldCard, type WorldCardProps } from "./WorldCard.tsx";

/** What is drawn. Its own chunk: the figures above it show first. */
export default function Charts({ first, firstConverted, onCountry, ...series }: SeriesCardProps & WorldCardProps) {
  return (
    <>
      <SeriesCard {...series} />
      <WorldCard first={first} firstConverted={firstConverted} onCountry={onCountry} />
    </>
  );
}
