import { type AccountView, readAddress, writeAddress } from "../account/address.ts";

export const narrowingFields = ["reason", "agent", "network"] as const;
export type OnlyField = (typeof narrowingFields)[number];

/** Filter state of the bots page, stored in the URL. */
export interface BotsView extends Omit<AccountView, "bots" | "compare"> {
  /** Whether to show clicks classified as human instead of bots. */
  readonly people: boolean;
  readonly only: Readonly<Partial<Record<OnlyField, string>>>;
}

/** Maximum characters of a filter's value, as in the API, which rejects longer values. */
const textMax = 1024;

export function readBotsView(query: URLSearchParams): BotsView {
  const { bots: _bots, compare: _compare, ...view } = readAddress(query);
  return {
    ...view,
    people: query.get("people") === "1",
    only: Object.fromEntries(
      narrowingFields.flatMap((name) => {
        const value = query.get(name);
        const isOne = value !== null && value.length <= textMax && (name !== "network" || isNumber(value));
        return isOne ? [[name, value]] : [];
      }),
    ),
  };
}

function isNumber(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32;
}

export function writeBotsView(query: URLSearchParams, view: BotsView): URLSearchParams {
  const next = writeAddress(query, { ...view, bots: false, compare: false });
  next.delete("people");
  if (view.people) next.set("people", "1");
  for (const name of narrowingFields) {
    const value = view.only[name];
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
