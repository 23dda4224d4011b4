import { z } from "zod";
import { domainSettingsSchema } from "../domains/settings.ts";
import { domainStates } from "../domains/state.ts";
import { domainNumber } from "../topics/links/key.ts";
import { instant } from "./envelope.ts";

const id = z.uuid();

export const domainAdded = z.object({
  type: z.literal("DomainAdded"),
  version: z.literal(1),
  data: z.object({
    domainId: id,
    ownerId: id,
    /** In the keys of its codes. A workspace that adds a name again that it had gets the number that it had. */
    number: domainNumber,
    /** As DNS has it: lower case, punycode. */
    name: z.string(),
    /** Its codes are in lower case, and found however they are written. */
    ignoresCase: z.boolean(),
    /** What its TXT record has to say. No secret. */
    token: z.string(),
    at: instant,
  }),
});

export const domainStateChanged = z.object({
  type: z.literal("DomainStateChanged"),
  version: z.literal(1),
  data: z.object({ domainId: id, from: z.enum(domainStates), to: z.enum(domainStates), at: instant }),
});

/** Each end holds the settings that were changed and no others; one that is missing is at its default there. */
export const domainSettingsChanged = z.object({
  type: z.literal("DomainSettingsChanged"),
  version: z.literal(1),
  data: z.object({ domainId: id, from: domainSettingsSchema, to: domainSettingsSchema, at: instant }),
});

/** Whether new links of its workspace are made in it, where nothing else is said. */
export const domainDefaultChanged = z.object({
  type: z.literal("DomainDefaultChanged"),
  version: z.literal(1),
  data: z.object({ domainId: id, to: z.boolean(), at: instant }),
});

export const domainEventSchema = z.discriminatedUnion("type", [
  domainAdded,
  domainStateChanged,
  domainSettingsChanged,
  domainDefaultChanged,
]);

export type DomainStreamEvent = z.infer<typeof domainEventSchema>;
