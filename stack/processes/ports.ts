import { createServer } from "node:net";

/**
 * Returns whether a process can listen on the port; rejects with the system's error unless the port is merely in use.
 */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server
      .once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)))
      .listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
