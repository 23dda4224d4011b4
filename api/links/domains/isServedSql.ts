import { servedStates } from "@hoplog/schema/domains/state.js";

/** Of a row of `domain`: as `isServed`. Not by a parameter: then the index of served names would not be used. */
export const isServedSql = `state IN (${servedStates.map((state) => `'${state}'`).join(", ")})`;
