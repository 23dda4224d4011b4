import { createServer } from "node:net";

/** Whether we could listen there; rejects with the system's error when the reason isn't that someone else does. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server
      .once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)))
      .listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
