// Names methods by rules, with a few exceptions, so that every new API call gets a name.

/** Collections whose public name differs from their path. */
const collections: Readonly<Record<string, string>> = {
  urls: "links",
  "urls/jobs": "linkJobs",
  auth: "account",
  exports: "clickExports",
  shared: "sharedPages",
  keys: "apiKeys",
};

/** Method names by operation, if the rules give a poor one. */
const exceptions: Readonly<Record<string, string>> = {
  createUrls: "createMany",
  updateUrls: "updateMany",
  sendImportPart: "sendPart",
  followClicks: "clicks",
  runSql: "run",
  cancelSql: "cancel",
  tryBotRules: "tryRules",
  getWebhookMessage: "message",
  resendWebhookMessage: "resendMessage",
  getSecondFactor: "secondFactor",
  startTotp: "startTotp",
  confirmTotp: "confirmTotp",
  disableTotp: "disableTotp",
  replaceRecoveryCodes: "replaceRecoveryCodes",
  keepSecondFactor: "keepSecondFactor",
  completeChallenge: "completeChallenge",
  requestSecondFactorRemoval: "requestSecondFactorRemoval",
};

/** Path of a method: `client.presets.views.list` is `["presets", "views", "list"]`. */
export type Name = readonly string[];

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly answersList: boolean;
}

/** Returns a function that names any of these routes. */
export function namer(routes: readonly Route[]): (route: Route) => Name {
  const known = new Set(routes.flatMap(({ path }) => /^\/api\/([^{]+)\/\{/.exec(path)?.[1] ?? []));
  const reads = new Set(routes.filter(({ method }) => method === "get").map(({ path }) => path));

  return (route) => {
    const words = route.path.split("/").slice(2);
    const collection = collectionOf(words, known);
    const place = (collections[collection] ?? collection).split("/").map(camel);
    const rest = words.slice(collection.split("/").length).filter((word) => !word.startsWith("{"));
    const name = exceptions[route.operationId] ?? methodOf(route, rest, reads.has(route.path));
    return [...place, name];
  };
}

/** Returns the longest prefix of the path that is known to have members; otherwise its first word. */
function collectionOf(words: readonly string[], known: ReadonlySet<string>): string {
  const lengths = words.map((_, index) => words.length - index);
  const beginnings = lengths.map((length) => words.slice(0, length).join("/"));
  return beginnings.find((beginning) => known.has(beginning)) ?? words[0] ?? "";
}

function methodOf({ method, path, answersList }: Route, rest: readonly string[], isRead: boolean): string {
  const isMember = path.endsWith("}");
  if (rest.length === 0) {
    if (method === "get") return !isMember && answersList ? "list" : "get";
    return method === "post" ? "create" : method === "delete" ? "delete" : "update";
  }
  const name = camel(rest.join("-"));
  if (method === "delete") return `delete${pascal(name)}`;
  return (method === "put" || method === "patch") && isRead ? `update${pascal(name)}` : name;
}

function camel(words: string): string {
  return words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
