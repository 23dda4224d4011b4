import { z } from "zod";
import { instant } from "../../../kernel/contract/answerPieces.ts";
import { one, oneWith } from "../../../kernel/contract/answers.ts";
import { entity } from "../../../kernel/contract/entity.ts";
import { facesOf, graphqlOperations } from "../../../kernel/contract/operations.ts";
import { grantSqlAccess, revokeSqlAccess } from "./commands.ts";
import { findSqlAccess, type SqlAccess } from "./queries.ts";
import type { SqlAccessServices } from "./services.ts";

const access = entity<SqlAccess>()({
  name: "SqlAccess",
  description: "Read-only access of an account to its clicks in ClickHouse",
  fields: {
    available: z.boolean().describe("Whether this installation offers SQL access"),
    grantedAt: instant.nullable().describe("Time of the grant; null without access"),
    user: z.string().describe("User name"),
    httpUrl: z.string().nullable().describe("URL of ClickHouse's HTTP interface"),
    nativeAddress: z.string().nullable().describe("host:port of the native protocol; null if it is not offered"),
    database: z.string().nullable().describe("Database with the views"),
  },
  computed: {},
});

const oneAccess = one(access);
const withPassword = oneWith(access, {
  name: "SqlAccessWithPassword",
  description: "SQL access with its new password",
  field: "access",
  fieldDescription: "The SQL access without its password",
  more: { password: z.string().describe("Shown only once; it works within seconds") },
});

const { graphqlQuery, graphqlMutation } = graphqlOperations<SqlAccessServices>();

/** The operations on SQL access, which only GraphQL has. */
export const { resolvers: sqlAccessResolvers } = facesOf([
  graphqlQuery({
    name: "sqlAccess",
    summary: "Get the account's SQL access",
    description: "Its `grantedAt` is null if there is none.",
    needs: ["sql:read"],
    takes: {},
    answer: oneAccess,
    run: findSqlAccess,
  }),
  graphqlMutation({
    name: "createSqlAccess",
    summary: "Grant SQL access",
    description: "Existing access gets a new password.",
    needs: ["sql:write"],
    takes: { password: z.string().nullish().describe("Current password of the account, which is required") },
    answer: withPassword,
    weight: { cost: 500 },
    run: (services, actor, { password }) => grantSqlAccess(services, actor, password ?? ""),
  }),
  graphqlMutation({
    name: "revokeSqlAccess",
    summary: "Revoke SQL access",
    description: "Its password stops working.",
    needs: ["sql:write"],
    takes: {},
    answer: oneAccess,
    run: revokeSqlAccess,
  }),
]);
