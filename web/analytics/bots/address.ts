import { type AccountView, readAddress, writeAddress } from "../account/address.ts";

export const onlyFields = ["reason", "agent", "network"] as const;
export type OnlyField = (typeof onlyFields)[number];

/** Which judged clicks are shown; all of it stands in the address. */
export interface JudgedView extends Omit<AccountView, "bots" | "compare"> {
  /** Those that were taken for people instead. */
  readonly people: boolean;
  readonly only: Readonly<Partial<Record<OnlyField, string>>>;
}

/** As the API has it: longer ones would be refused. */
const textMax = 1024;

export function readJudged(query: URLSearchParams): JudgedView {
  const { bots: _bots, compare: _compare, ...view } = readAddress(query);
  return {
    ...view,
    people: query.get("people") === "1",
    only: Object.fromEntries(
      onlyFields.flatMap((name) => {
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

export function writeJudged(query: URLSearchParams, view: JudgedView): URLSearchParams {
  const next = writeAddress(query, { ...view, bots: false, compare: false });
  next.delete("people");
  if (view.people) next.set("people", "1");
  for (const name of onlyFields) {
    const value = view.only[name];
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
