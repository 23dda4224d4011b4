import { defaultDomain } from "@hoplog/schema/topics/links/key.js";

/** The number of the domain whose host stands in these bytes, as a Host header has it. */
export type DomainOfHost = (bytes: Uint8Array, start: number, end: number) => number;

/** There is one domain so far, for every host. */
export const everyHostIsDefault: DomainOfHost = () => defaultDomain;
