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
    /**
     * Number of the domain, part of the keys of its codes. A workspace that adds the same name again gets the same
     * number.
     */
    number: domainNumber,
    /** Host in DNS form: lower case, punycode. */
    name: z.string(),
    /** Whether codes are stored in lower case and looked up case-insensitively. */
    ignoresCase: z.boolean(),
    /** The required value of the TXT record; not secret. */
    token: z.string(),
    at: instant,
  }),
});

export const domainStateChanged = z.object({
  type: z.literal("DomainStateChanged"),
  version: z.literal(1),
  data: z.object({ domainId: id, from: z.enum(domainStates), to: z.enum(domainStates), at: instant }),
});

/** `from` and `to` contain only the settings that changed; a setting missing from one of them has its default there. */
export const domainSettingsChanged = z.object({
  type: z.literal("DomainSettingsChanged"),
  version: z.literal(1),
  data: z.object({ domainId: id, from: domainSettingsSchema, to: domainSettingsSchema, at: instant }),
});

/** The domain became, or is no longer, the default for new links of the workspace. */
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
