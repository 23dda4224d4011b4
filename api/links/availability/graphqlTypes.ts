import { GraphQLUUID } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/contract/enumeration.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import type { LinkRow } from "../core/linkRow.ts";
import type { CodeCheck, CodeState } from "./queries.ts";

export const CodeStateType = enumType<CodeState>("CodeState", "Whether a new link could have a code", {
  free: "A new link could have it",
  taken: "A link has it, or had it",
  invalid: "It can't be a code there",
  reserved: "It is kept for pages",
});

@ObjectType("LinkCode", { description: "A code, and one's own link that has it" })
export class CodeOfLinkType {
  @Field(() => GraphQLUUID, { description: "Identifier of the link" })
  id!: string;

  @Field(() => String, { description: "What the owner calls the link" })
  name!: string;

  @Field(() => String, { description: "The short code, without the host" })
  shortUrl!: string;
}

@ObjectType("CodeCheck", { description: "What is to be said of a code before a link is made with it" })
export class CodeCheckType {
  @Field(() => String, { description: "As it would be kept" })
  code!: string;

  @Field(() => CodeStateType, { description: "Whether a new link could have it" })
  state!: CodeState;

  @Field(() => String, {
    nullable: true,
    description: "Why it can't be used, or what it is easily confused with; fit to be shown to people",
  })
  message!: string | null;

  @Field(() => CodeOfLinkType, { nullable: true, description: "One's own link that has it" })
  link!: CodeOfLinkType | null;

  @Weighs({ length: 5 })
  @Field(() => [CodeOfLinkType], {
    description: "One's own links in the domain whose codes differ by one character, or in case",
  })
  near!: readonly CodeOfLinkType[];
}

export function toCodeCheckType({ link, near, ...check }: CodeCheck): CodeCheckType {
  return { ...check, link: link && ofLink(link), near: near.map(ofLink) };
}

function ofLink({ id, name, code }: LinkRow): CodeOfLinkType {
  return { id, name, shortUrl: code };
}
