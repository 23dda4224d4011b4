const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: "exceptZero" });

export interface GrowthText {
  readonly text: string;
  readonly direction: "up" | "down" | "same" | "unknown";
}

/**
 * Formats a change against an earlier period, in `percent` or percentage `points`; `change` is null if there is nothing
 * to compare with.
 */
export function growthText(change: number | null, unit: "percent" | "points"): GrowthText {
  if (change === null) return { text: "New", direction: "unknown" };
  const rounded = Math.round(change * 10) / 10;
  return {
    text: unit === "percent" ? `${format.format(rounded)}%` : `${format.format(rounded)} pts`,
    direction: rounded > 0 ? "up" : rounded < 0 ? "down" : "same",
  };
}
