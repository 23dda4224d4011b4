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
  description: "Read-only access of a workspace to its clicks in ClickHouse",
  fields: {
    available: z.boolean().describe("Whether this installation offers SQL access"),
    grantedAt: instant.nullable().describe("Time when access was granted; null without access"),
    user: z.string().describe("ClickHouse user name"),
    httpUrl: z.string().nullable().describe("URL of ClickHouse's HTTP interface; null if SQL access is not offered"),
    nativeAddress: z
      .string()
      .nullable()
      .describe("Host and port of ClickHouse's native protocol, as `host:port`; null if it is not offered"),
    database: z
      .string()
      .nullable()
      .describe("ClickHouse database that contains the views; null if SQL access is not offered"),
  },
  computed: {},
});

const oneAccess = one(access);
const withPassword = oneWith(access, {
  name: "SqlAccessWithPassword",
  description: "SQL access and its new password",
  field: "access",
  fieldDescription: "The SQL access without its password",
  more: { password: z.string().describe("Password, which is returned only once and works within seconds") },
});

const { graphqlQuery, graphqlMutation } = graphqlOperations<SqlAccessServices>();

/** The operations on SQL access, which only GraphQL has. */
export const { resolvers: sqlAccessResolvers } = facesOf([
  graphqlQuery({
    name: "sqlAccess",
    summary: "Get the SQL access of the workspace",
    description: "`grantedAt` is null if access is not granted.",
    needs: ["sql:read"],
    takes: {},
    answer: oneAccess,
    run: findSqlAccess,
  }),
  graphqlMutation({
    name: "createSqlAccess",
    summary: "Grant SQL access",
    description: "Returns a user name and a new password. If access already exists, its old password stops working.",
    needs: ["sql:write"],
    takes: { password: z.string().nullish().describe("Current password of the account; required") },
    answer: withPassword,
    weight: { cost: 500 },
    run: (services, actor, { password }) => grantSqlAccess(services, actor, password ?? ""),
  }),
  graphqlMutation({
    name: "revokeSqlAccess",
    summary: "Revoke SQL access",
    description: "The password stops working.",
    needs: ["sql:write"],
    takes: {},
    answer: oneAccess,
    run: revokeSqlAccess,
  }),
]);
