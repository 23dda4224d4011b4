import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { CodeCheckType, toCodeCheckType } from "./graphqlTypes.ts";
import { checkCode, proposeCodes } from "./queries.ts";
import type { CodeServices } from "./services.ts";

const domainText = "A host. Null and blank: the default domain. Absent: the one that is chosen for new links";

@Resolver()
export class CodeResolvers {
  @Weighs({ cost: 10 })
  @Query(() => CodeCheckType, { description: "Whether a new link could have a code" })
  async codeCheck(
    @Ctx() context: GraphqlContext<CodeServices>,
    @Arg("code", () => String) code: string,
    @Arg("domain", () => String, { nullable: true, description: domainText }) domain: string | null | undefined,
  ): Promise<CodeCheckType> {
    return toCodeCheckType(await checkCode(context.services, requireActor(context), { code, domain }));
  }

  @Weighs({ cost: 10, length: 3 })
  @Query(() => [String], { description: "Up to three free codes that suit a destination, from its words" })
  async codeProposals(
    @Ctx() context: GraphqlContext<CodeServices>,
    @Arg("url", () => String, { description: "The destination" }) url: string,
    @Arg("title", () => String, { nullable: true, description: "What its page is called" })
    title: string | null | undefined,
    @Arg("domain", () => String, { nullable: true, description: domainText }) domain: string | null | undefined,
  ): Promise<string[]> {
    return proposeCodes(context.services, requireActor(context), { url, title, domain });
  }
}
