import { writeFile } from "node:fs/promises";
import path from "node:path";
import Fastify from "fastify";
import { reservedCodes } from "@hoplog/schema/codes/reserved.js";
import { limits } from "@hoplog/schema/limits.js";
import { apiOnlySegments, hiddenSegments, secretPages } from "@hoplog/schema/paths/appPaths.js";
import { partHeaders, partOfPage, registerSecurityHeaders } from "../http/securityHeaders.ts";

// What the proxy of docker-compose.yml must know of us, written into files that its Caddyfile imports.
const folder = process.argv[2];
if (folder === undefined) throw new Error("expected the folder to write to");

/** What mail programs and chats add to a URL: see `redirector/server/codePath.ts`. */
const addition = "[^A-Za-z0-9_+/-]*";
const words = reservedCodes.join("|").replaceAll(".", String.raw`\.`);
await writeFile(
  path.join(folder, "codes.caddy"),
  `# Written by "make generate" from schema/codes: what begins with a short code, or asks where one leads, and is no path of the app.
@code {
	path_regexp ^/[A-Za-z0-9_-]{${limits.codeMin},${limits.codeMax}}(\\+?${addition}|/.*)$
	not path_regexp (?i)^/(${words})(${addition}|/.*)$
}
`,
);

const below = (segments: readonly string[]) => segments.map((segment) => ` /${segment} /${segment}/*`).join("");
await writeFile(
  path.join(folder, "paths.caddy"),
  `# Written by "make generate" from schema/paths: what is nobody's on this host, what the api answers, and the pages with a secret in their address.
@inside path${below(hiddenSegments)}
@api path${below(apiOnlySegments)}
@secret path ${secretPages.join(" ")}
`,
);

const schemes = await Promise.all(
  ["http", "https"].map(async (scheme) =>
    headerBlock(scheme, `not path_regexp ${partOfPage}`, await headersOf(scheme)),
  ),
);
const parts = (await headersOf("http")).filter(([name]) => partHeaders.has(name));
await writeFile(
  path.join(folder, "headers.caddy"),
  `# Written by "make generate" from api/http/securityHeaders.ts: the web app's pages and their parts have the same headers everywhere.\n${schemes.join("\n")}\n${headerBlock(null, `path_regexp ${partOfPage}`, parts)}`,
);

/** As the api itself would send them under that scheme. */
async function headersOf(scheme: string): Promise<[string, string][]> {
  const app = Fastify();
  registerSecurityHeaders(app, `${scheme}://host.invalid`);
  app.get("/", () => "");
  const { headers } = await app.inject("/");
  const own = new Set(["content-type", "content-length", "date", "connection", "vary"]);
  return Object.entries(headers).flatMap(([name, value]) =>
    own.has(name) || value === undefined
      ? []
      : [[name, String(value).replace("host.invalid", "{http.request.hostport}")]],
  );
}

function headerBlock(scheme: string | null, files: string, headers: readonly [string, string][]): string {
  const lines = headers.map(([name, value]) => `\t${name} "${value}"\n`).join("");
  const name = scheme ?? "part";
  const protocol = scheme === null ? "" : `\tprotocol ${scheme}\n`;
  return `@${name} {\n${protocol}\t${files}\n}\nheader @${name} {\n${lines}}\n`;
}
