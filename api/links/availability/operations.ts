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

const state = enumeration<CodeState>("CodeState", "Availability of a code for a new link", {
  free: "A new link can use the code",
  taken: "A link has the code, or a link of another workspace had it before",
  invalid: "The code is not valid in this domain",
  reserved: "The code is reserved for pages of the service",
});

const ownLink = entity<{ readonly id: string; readonly name: string; readonly code: string }>()({
  name: "LinkCode",
  component: "CodeOwner",
  description: "A link of the workspace and its short code",
  fields: {
    id: recordId.describe("ID of the link"),
    name: z.string().describe("Name of the link"),
    shortUrl: z.string().describe("Short code, without the host"),
  },
  computed: { shortUrl: ({ code }) => code },
});

const check = entity<CodeCheck>()({
  name: "CodeCheck",
  description: "Result of an availability check of a code",
  fields: {
    code: z
      .string()
      .describe("The code as it would be stored: trimmed, and in lower case in a case-insensitive domain"),
    state: state.describe("Availability of the code"),
    message: z
      .string()
      .nullable()
      .describe(
        "Reason why the code is unavailable, or a warning that it resembles another code; null if there is nothing to report",
      ),
    link: nested(ownLink).nullable().describe("The workspace's link that has the code; null if there is none"),
    near: z
      .array(nested(ownLink))
      .describe(
        "At most five links of the workspace in the same domain whose codes differ by one character or two swapped characters, or equal the code in lower or upper case",
      ),
  },
  computed: {},
  weights: { near: { length: 5 } },
});

const domain = spread({
  parameters: z.object({
    domain: queryText
      .optional()
      .describe(
        "Host name of a domain of the workspace. Blank means the default domain; if omitted, the workspace's domain for new links applies",
      ),
  }),
  ofParameters: (query) => query.domain,
  argument: z
    .string()
    .nullish()
    .describe(
      "Host name of a domain of the workspace. Null or blank means the default domain; if omitted, the workspace's domain for new links applies",
    ),
  ofArgument: (host): string | null | undefined => host,
});

const proposals = z.array(z.string()).describe(`At most ${proposedMax} free codes, best match first`);

const { query } = operationsOn<CodeServices>(linksTag);

/** The operations on codes for new links. */
export const codeFaces = facesOf<CodeServices>([
  query({
    name: "codeCheck",
    id: "checkCode",
    rest: "GET /api/codes/check",
    summary: "Check whether a code is available",
    description:
      "Codes of other workspaces are only reported as taken. Former codes of the workspace's own links, including deleted links, are available.",
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
    summary: "Suggest available codes for a destination",
    description: `Returns up to ${proposedMax} codes, built from the words of the page title and of the URL's path and host.`,
    needs: ["links:write"],
    takes: {
      url: queryText.describe("URL of the destination"),
      title: queryText.optional().describe("Title of the destination page"),
      domain,
    },
    answer: { ...data("CodeProposalsAnswer", proposals), ...graphqlData(proposals) },
    weight: { cost: 10, length: proposedMax },
    failures: [403],
    run: proposeCodes,
  }),
  { resolvers: ownLink.resolvers },
]);
