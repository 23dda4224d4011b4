const mailed = "opened from an e-mail";
const google = "sign-in with Google redirects the browser";
const page = "for visitors of shared pages, who have no account";
const sqlConsole = "results of the SQL console are files or large tables";
const stream = "Server-Sent Events; GraphQL has subscriptions";
const access = "only the web app manages SQL access";

/** Documented REST calls and fields of Query and Mutation without a counterpart, and the reason. */
export const unpaired: Readonly<Record<string, string>> = {
  "GET /api/auth/verify-email": mailed,
  "GET /api/auth/cancel-email-change": mailed,
  "GET /api/auth/keep-second-factor": mailed,
  "POST /api/auth/keep-second-factor": mailed,
  "GET /api/reports/confirm": mailed,
  "POST /api/reports/confirm": mailed,
  "GET /api/reports/stop": mailed,
  "POST /api/reports/stop": mailed,
  "GET /api/alarms/confirm": mailed,
  "POST /api/alarms/confirm": mailed,
  "GET /api/alarms/stop": mailed,
  "POST /api/alarms/stop": mailed,
  "GET /api/auth/google": google,
  "GET /api/auth/google/callback": google,
  "POST /api/auth/google-oauth-exchange": google,
  "POST /api/auth/google-oauth-verify": google,
  "POST /api/auth/google-oauth-complete": google,
  "GET /api/auth/export": "a file",
  "PUT /api/imports/:id/file": "an upload",
  "PATCH /api/imports/:id": "its file is read again after the answer, while other pairs are compared",
  "Mutation.updateLinkImport": "see PATCH /api/imports/:id",
  "GET /api/destinations/images/:token": "an image",
  "GET /api/installation": "for pages before sign-in",
  "GET /api/live": stream,
  "GET /api/misses/live": stream,
  "GET /api/shared/:token": page,
  "POST /api/shared/:token/password": page,
  "GET /api/shared/:token/live": page,
  "GET /api/keys/current": "for programs with a key; GraphQL only lists keys",
  "GET /api/sql": sqlConsole,
  "POST /api/sql": sqlConsole,
  "DELETE /api/sql": sqlConsole,
  "Query.destination": "only the web app previews destinations",
  "Query.editMarks": "only the web app marks edits in charts",
  "Query.sqlAccess": access,
  "Mutation.createSqlAccess": access,
  "Mutation.revokeSqlAccess": access,
  "Mutation.bulkDeleteLinks": "REST deletes many links by a job",
  "Mutation.deleteAccount": "only the web app deletes accounts",
};
