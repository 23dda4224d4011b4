import { z } from "zod";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { queryText } from "../../kernel/contract/parse.ts";
import { data, graphqlData, one } from "../../kernel/contract/answers.ts";
import { entity, nested } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { spread } from "../../kernel/contract/values.ts";
import { linksTag } from "../core/entities.ts";
import { checkCode, type CodeCheck, type CodeServices, type CodeState, proposeCodes, proposedMax } from "./queries.ts";

const state = enumeration<CodeState>("CodeState", "Whether a new link could have a code", {
  free: "A new link could have it",
  taken: "A link has it, or had it",
  invalid: "It is not a valid code there",
  reserved: "It is reserved for pages",
});

const ownLink = entity<{ readonly id: string; readonly name: string; readonly code: string }>()({
  name: "LinkCode",
  component: "CodeOwner",
  description: "A link of the workspace, and its code",
  fields: {
    id: recordId.describe("ID of the link"),
    name: z.string().describe("Name given by the owner"),
    shortUrl: z.string().describe("Short code, without the host"),
  },
  computed: { shortUrl: ({ code }) => code },
});

const check = entity<CodeCheck>()({
  name: "CodeCheck",
  description: "Whether a new link could have a code, and why not",
  fields: {
    code: z.string().describe("The code as it would be stored"),
    state: state.describe("Whether a new link could have it"),
    message: z
      .string()
      .nullable()
      .describe("Why it can't be used, or what it is easily confused with; can be shown to people"),
    link: nested(ownLink).nullable().describe("The workspace's link that has it"),
    near: z
      .array(nested(ownLink))
      .describe("The workspace's links in the domain whose codes differ by one character or in case"),
  },
  computed: {},
  weights: { near: { length: 5 } },
});

const domain = spread({
  parameters: z.object({
    domain: queryText
      .optional()
      .describe("A host. Blank: the default domain. Absent: the one that is chosen for new links"),
  }),
  ofParameters: (query) => query.domain,
  argument: z
    .string()
    .nullish()
    .describe("A host. Null and blank: the default domain. Absent: the one that is chosen for new links"),
  ofArgument: (host): string | null | undefined => host,
});

const proposals = z.array(z.string()).describe(`At most ${proposedMax}, the best first`);

const { query } = operationsOn<CodeServices>(linksTag);

/** The operations on codes for new links. */
export const codeFaces = facesOf<CodeServices>([
  query({
    name: "codeCheck",
    id: "checkCode",
    rest: "GET /api/codes/check",
    summary: "Check whether a code is free",
    description:
      "Reveals no more than creating a link would: codes of other workspaces are only taken. Codes of deleted links of yours, and former codes of your links, are free for you.",
    needs: ["links:write"],
    takes: { code: queryText, domain },
    answer: one(check, { message: null }),
    weight: { cost: 10 },
    failures: [403],
    run: checkCode,
  }),
  query({
    name: "codeProposals",
    id: "proposeCodes",
    rest: "GET /api/codes/proposals",
    summary: "Propose free codes for a destination",
    description: `Returns up to ${proposedMax}, from the words of its title, its path and its host.`,
    needs: ["links:write"],
    takes: {
      url: queryText.describe("The destination"),
      title: queryText.optional().describe("Title of its page"),
      domain,
    },
    answer: { ...data("CodeProposalsAnswer", proposals), ...graphqlData(proposals) },
    weight: { cost: 10, length: proposedMax },
    failures: [403],
    run: proposeCodes,
  }),
  { resolvers: ownLink.resolvers },
]);
