const bars = "▁▂▃▄▅▆▇█";

/** Draws a one-line chart in which every value above 0 is visible. */
export function sparkline(values: readonly number[]): string {
  const max = Math.max(1, ...values);
  return values
    .map((value) => (value <= 0 ? bars.charAt(0) : bars.charAt(Math.max(1, Math.round((value / max) * 7)))))
    .join("");
}

/** Sums neighbouring values so that at most `width` remain. */
export function condensed(values: readonly number[], width: number): number[] {
  if (values.length <= width) return [...values];
  const size = Math.ceil(values.length / width);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size).reduce((total, one) => total + one, 0),
  );
}
