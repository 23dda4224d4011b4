import { domainEventSchema, type DomainStreamEvent } from "./domain.ts";
import { groupEventSchema, type GroupEvent } from "./group.ts";
import { linkEventSchema, type LinkEvent } from "./link.ts";
import { tagEventSchema, type TagEvent } from "./tag.ts";
import { userEventSchema, type UserEvent } from "./user.ts";

export type DomainEvent = LinkEvent | GroupEvent | TagEvent | UserEvent | DomainStreamEvent;

export const streamTypes = ["link", "group", "tag", "user", "domain"] as const;
export type StreamType = (typeof streamTypes)[number];

export interface StreamEvents {
  link: LinkEvent;
  group: GroupEvent;
  tag: TagEvent;
  user: UserEvent;
  domain: DomainStreamEvent;
}

const schemas = {
  link: linkEventSchema,
  group: groupEventSchema,
  tag: tagEventSchema,
  user: userEventSchema,
  domain: domainEventSchema,
};

/** An event as stored in the log, of any version. */
export interface RawEvent {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/**
 * Functions that convert an event of one version to the next. Add `Type@1` here when version 2 of a type is released;
 * the golden file of version 1 stays, and its test shows that it can still be read.
 */
const upcasters: Readonly<Record<string, (data: unknown) => unknown>> = {};

function upcast(event: RawEvent): RawEvent {
  const step = upcasters[`${event.type}@${event.version}`];
  return step ? upcast({ type: event.type, version: event.version + 1, data: step(event.data) }) : event;
}

/** Parses a stored event of any released version. Throws a ZodError if it is not a valid event of any version. */
export function parseEvent<S extends StreamType>(stream: S, event: RawEvent): StreamEvents[S];
export function parseEvent(stream: StreamType, event: RawEvent): DomainEvent {
  return schemas[stream].parse(upcast(event));
}
