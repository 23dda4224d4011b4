// Starts GraphiQL on the page at /graphql. It sends only headers that the user enters, never the app's session, because
// a link to this page may contain a mutation.
const root = document.getElementById("root");
const workers = JSON.parse(root.dataset.workers);
self.MonacoEnvironment = { getWorkerUrl: (_module, label) => workers[label] };

const endpoint = new URL("/graphql", location.href);

const defaultQuery = `# Enter an API key in Headers,
# then press Ctrl-Enter.

query NewestLinks {
  links(first: 5) {
    edges {
      node {
        name
        fullShortUrl
        originalUrl
      }
    }
  }
}
`;

function isSubscription({ definitions }, operationName) {
  const operations = definitions.filter(({ kind }) => kind === "OperationDefinition");
  const named = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  return named?.operation === "subscription";
}

async function answerTo(operation, headers) {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { accept: "application/json", ...headers, "content-type": "application/json" },
    body: JSON.stringify(operation),
  });
  return response.json();
}

// Returns an observable of the operation's results, which it requests by graphql-transport-ws.
function eventsOf(operation, headers) {
  const url = new URL(endpoint);
  url.protocol = url.protocol.replace("http", "ws");
  return {
    subscribe(observer) {
      const socket = new WebSocket(url, "graphql-transport-ws");
      const send = (message) => socket.send(JSON.stringify(message));
      const answers = {
        connection_ack: () => send({ id: "1", type: "subscribe", payload: operation }),
        ping: () => send({ type: "pong" }),
        next: ({ payload }) => observer.next(payload),
        error: ({ payload }) => observer.next({ errors: payload }),
        complete: () => socket.close(1000),
      };
      socket.addEventListener("open", () => send({ type: "connection_init", payload: headers }));
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        answers[message.type]?.(message);
      });
      socket.addEventListener("close", ({ code, reason }) => {
        if (code === 1000) observer.complete();
        else observer.error({ message: reason || "The connection was lost", code });
      });
      return { unsubscribe: () => socket.close(1000) };
    },
  };
}

YogaGraphiQL.renderYogaGraphiQL(root, {
  title: "hoplog",
  logo: '<img src="/favicon.svg" alt="" width="32" height="32">',
  defaultQuery,
  headers: '{\n  "Authorization": "Bearer "\n}',
  // An entered key is lost when the page is closed.
  shouldPersistHeaders: false,
  defaultTheme: ["dark", "light"].find((theme) => theme === localStorage.getItem("theme")) ?? null,
  fetcher: (operation, { headers = {}, documentAST } = {}) =>
    documentAST && isSubscription(documentAST, operation.operationName)
      ? eventsOf(operation, headers)
      : answerTo(operation, headers),
});
