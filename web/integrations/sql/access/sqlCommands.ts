/** ClickHouse credentials of an account; a placeholder replaces an unknown password. */
export interface SqlLogin {
  readonly user: string;
  readonly password: string | null;
  readonly httpUrl: string;
  /** Address as `host:port`; null if the native port is not open. */
  readonly nativeAddress: string | null;
  readonly database: string;
}

const question = "SELECT count() FROM clicks";

/** Returns a curl command that runs a query, to be pasted into a shell. */
export function curlCommand({ user, password, httpUrl, database }: SqlLogin): string {
  return `curl --user '${user}:${password ?? "PASSWORD"}' '${httpUrl}/?database=${database}' --data '${question}'`;
}

/** Returns a clickhouse-client command; null if the native port is not open. */
export function clientCommand({ user, password, nativeAddress, database }: SqlLogin): string | null {
  if (nativeAddress === null) return null;
  const colon = nativeAddress.lastIndexOf(":");
  const [host, port] = [nativeAddress.slice(0, colon), nativeAddress.slice(colon + 1)];
  return `clickhouse-client --host ${host} --port ${port} --user ${user} --password '${password ?? "PASSWORD"}' --database ${database} --query '${question}'`;
}
