import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import { ofEtag } from "../../kernel/calls/conditional.ts";
import type { Expiring, Firing } from "./alarm.ts";
import type { AlarmChanges, NewAlarm } from "./input.ts";
import type { AlarmKind, Sensitivity, WindowSize } from "./rule.ts";
import type { ShownAlarm } from "./shown.ts";

const KindType = enumType<AlarmKind>("AlarmKind", "What an alarm watches for", {
  spike: "Far more clicks of people than usual",
  drop: "Far fewer clicks of people than usual",
  misses: "Far more visits of people that led nowhere than usual",
  expiring: "Links that end soon, and domains that don't work or won't for long",
  dead: "Links in use whose destinations are dead",
});

const SensitivityType = enumType<Sensitivity>("AlarmSensitivity", "How unusual it must be", {
  low: "Five times as many; a tenth",
  medium: "Three times as many; three tenths",
  high: "Twice as many; a half",
});

const WindowType = enumType<WindowSize>("AlarmWindow", "What is compared with the weeks before", {
  hour: "Each hour",
  day: "Each day",
});

const ExpiringKind = enumType("ExpiringKind", "Kind of a thing that expires or does not work", {
  link: "A link that expires",
  dnsMismatch: "A domain whose DNS records lead elsewhere",
  txtMissing: "A domain whose TXT record is missing",
  ownershipLost: "A domain that no longer belongs to the workspace",
  certificate: "A domain whose certificate expires and could not be renewed",
  destination: "A link whose destination is unreachable",
});

@ObjectType("AlarmAddress", { description: "Who an alarm is mailed to" })
export class AlarmAddressType {
  @Field(() => String, { description: "The address" })
  email!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it agreed; null: nothing is sent there yet" })
  confirmedAt!: Date | null;
}

@ObjectType("Alarm", { description: "Watches over the workspace or a link, and mails what is unusual" })
export class AlarmType implements ShownAlarm {
  @Field(() => GraphQLUUID, { description: "Identifier of the alarm" })
  id!: string;

  @Field(() => String, ofEtag)
  etag!: string;

  @Field(() => KindType, { description: "What it watches for" })
  kind!: AlarmKind;

  @Field(() => GraphQLUUID, { nullable: true, description: "The link; null: all of them" })
  linkId!: string | null;

  @Field(() => String, { nullable: true, description: "What the owner calls that link" })
  linkName!: string | null;

  @Field(() => WindowType, { nullable: true, description: "What is compared; null of what expires" })
  per!: WindowSize | null;

  @Field(() => SensitivityType, { nullable: true, description: "How unusual it must be; null of what expires" })
  sensitivity!: Sensitivity | null;

  @Field(() => Int, { nullable: true, description: "Below so many it does not fire; null of what expires" })
  minimum!: number | null;

  @Field(() => Int, { nullable: true, description: "So many days before something expires" })
  daysBefore!: number | null;

  @Field(() => [AlarmAddressType], { description: "Who gets it" })
  emails!: AlarmAddressType[];

  @Field(() => String, { description: "Time zone of its hours and days, an IANA name" })
  tz!: string;

  @Field(() => String, { nullable: true, description: "Nothing is mailed from then, as HH:MM of its time zone" })
  quietFrom!: string | null;

  @Field(() => String, { nullable: true, description: "To then; what came meanwhile is mailed in one mail" })
  quietTo!: string | null;

  @Field(() => Boolean, { description: "Whether it watches" })
  isOn!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the incident was noticed that goes on" })
  firingSince!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was made" })
  createdAt!: Date;
}

@ObjectType("Expiring", { description: "Something that ends unless somebody does something about it" })
export class ExpiringType {
  @Field(() => ExpiringKind, { description: "Kind of the thing" })
  kind!: Expiring["kind"];

  @Field(() => GraphQLUUID, { description: "Identifier of the link or the domain" })
  id!: string;

  @Field(() => String, { description: "Name of the link, with its code, or of the domain" })
  name!: string;

  @Field(() => GraphQLDateTime, { description: "When it ends, or since when it doesn't work" })
  at!: string;
}

@ObjectType("AlarmFiring", { description: "An alarm that fired, with what it compared" })
export class AlarmFiringType implements Omit<Firing, "linkCode" | "per" | "tz" | "subjects"> {
  @Field(() => GraphQLUUID, { description: "Identifier of the incident" })
  id!: string;

  @Field(() => GraphQLUUID, { description: "The alarm" })
  alarmId!: string;

  @Field(() => KindType, { description: "What it watches for" })
  kind!: AlarmKind;

  @Field(() => GraphQLUUID, { nullable: true, description: "The link; null: all of them" })
  linkId!: string | null;

  @Field(() => String, { nullable: true, description: "What the owner calls that link" })
  linkName!: string | null;

  @Field(() => GraphQLDateTime, { description: "Begin of the hour or day that was compared" })
  from!: Date;

  @Field(() => GraphQLDateTime, { description: "Its end" })
  to!: Date;

  @Field(() => Int, { description: "Clicks or visits in it; things that expire" })
  figure!: number;

  @Field(() => Float, { nullable: true, description: "The median of the weeks before; null of what expires" })
  usual!: number | null;

  @Field(() => [ExpiringType], { description: "Of what expires" })
  subjects!: ExpiringType[];

  @Field(() => GraphQLDateTime, { description: "When it was noticed" })
  firedAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "End of the first hour or day that was as usual again" })
  endedAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When its mail goes out: at once, or when the quiet hours end" })
  mailAt!: Date;
}

@InputType("UpdateAlarmInput", { description: "What is absent stays as it is" })
export class UpdateAlarmInput implements AlarmChanges {
  @Field(() => SensitivityType, { nullable: true, description: "How unusual it must be" })
  sensitivity?: Sensitivity | null;

  @Field(() => Int, { nullable: true, description: "Below so many it does not fire; 20 by default" })
  minimum?: number | null;

  @Field(() => Int, { nullable: true, description: "So many days before something expires; 7 by default" })
  daysBefore?: number | null;

  @Field(() => [String], { nullable: true, description: "Who gets it: new addresses have to agree by a mailed link" })
  emails?: string[] | null;

  @Field(() => String, { nullable: true, description: "Time zone of its hours and days, an IANA name" })
  tz?: string | null;

  @Field(() => String, { nullable: true, description: "Begin of the quiet hours as HH:MM; null with `quietTo`: none" })
  quietFrom?: string | null;

  @Field(() => String, { nullable: true, description: "End of the quiet hours as HH:MM" })
  quietTo?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it watches" })
  isOn?: boolean | null;
}

@InputType("CreateAlarmInput", { description: "A new alarm" })
export class CreateAlarmInput extends UpdateAlarmInput implements NewAlarm {
  @Field(() => KindType, { description: "What it watches for" })
  kind!: AlarmKind;

  @Field(() => GraphQLUUID, { nullable: true, description: "The link, of spikes and drops; absent: all of them" })
  linkId?: string | null;

  @Field(() => WindowType, { nullable: true, description: "What is compared; hours by default" })
  per?: WindowSize | null;

  @Field(() => [String], { description: "Who gets it: new addresses have to agree by a mailed link" })
  declare emails: string[];
}
