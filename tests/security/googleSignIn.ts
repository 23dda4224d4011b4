import { send } from "./send.ts";

export interface GoogleSignIn {
  /** The page of the app that the provider redirects to, including its query parameters. */
  readonly arrival: URL;
  /** Cookies that the app set during the flow, including deleted ones. */
  readonly cookies: ReadonlyMap<string, string>;
  /** All URLs of the redirects. */
  readonly addresses: readonly URL[];
}

/** Goes through the Google flow without a browser, with cookies and redirects. */
export async function signInWithGoogle(appUrl: string, headers: Record<string, string>): Promise<GoogleSignIn> {
  const jars = new Map<string, Map<string, string>>();
  const cookies = new Map<string, string>();
  const addresses: URL[] = [];
  let address = new URL("/api/auth/google", appUrl);
  for (let hops = 0; hops < 20; hops++) {
    addresses.push(address);
    const isApp = address.origin === appUrl;
    if (isApp && !address.pathname.startsWith("/api/")) return { arrival: address, cookies, addresses };
    const jar = jars.get(address.host) ?? new Map<string, string>();
    jars.set(address.host, jar);
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
    const answer = await send(address.origin, address.pathname + address.search, {
      headers: { ...(isApp && headers), ...(cookie && { cookie }) },
    });
    for (const set of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
      if (isApp && value !== "") cookies.set(name, value);
    }
    address = new URL(answer.headers.location ?? "", address);
  }
  throw new Error("the sign-in did not redirect back to the app");
}
