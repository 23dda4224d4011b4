import { createServer } from "node:http";

/** Accepts all requests, and returns their number at `/count`. Prints its port when it listens. */
let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    if (request.url === "/count") {
      response.end(String(count));
      return;
    }
    count++;
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${address !== null && typeof address === "object" ? address.port : 0}\n`);
});
