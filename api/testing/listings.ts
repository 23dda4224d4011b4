import { createServer, type RequestListener } from "node:http";
import { z } from "zod";
import { onTestFinished } from "vitest";
import { operatorCommand } from "./operatorCommand.ts";
import { call, type TestApi, type TestUser } from "./testApi.ts";

/** Runs an operator command; throws its error output. */
export async function operate(api: TestApi, ...args: string[]): Promise<string> {
  const { code, out, err } = await operatorCommand(api, ...args);
  if (code !== 0) throw new Error(out + err);
  return out;
}

const link = z.object({ data: z.object({ listing: z.unknown().optional() }) });

/** Returns the listing of a link from REST. */
export async function listingIn(api: TestApi, user: TestUser, id: string): Promise<unknown> {
  const { body } = await call(api, "GET", `/api/urls/${id}`, { user });
  return link.parse(body).data.listing;
}

/** Starts a server on this machine, until the test ends. */
export async function serve(answer: RequestListener): Promise<{ url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}` };
}
