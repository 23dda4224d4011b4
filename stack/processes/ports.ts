import { createServer } from "node:net";

/** A TCP port that nobody listens on at the moment. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject).listen(0, host, () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(address.port);
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether we could listen there; rejects with the system's error when the reason isn't that someone else does. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server
      .once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)))
      .listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
