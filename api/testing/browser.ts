import type { TestApi } from "./testApi.ts";

/** A minimal browser for sign-ins: stores cookies per host, and follows redirects between the app and a provider. */
export interface TestBrowser {
  /** Opens a URL of the app or provider; returns the first URL that is neither, or is a page of the app. */
  open(url: string): Promise<URL>;
  /** Sends one request to the app, with this browser's cookies. */
  send(
    method: "GET" | "POST" | "DELETE",
    path: string,
    options?: SendOptions,
  ): Promise<{ status: number; body: string }>;
  /** Cookies stored for the app. */
  readonly appCookies: Map<string, string>;
}

interface SendOptions {
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

const appUrl = "http://localhost:3000";

export function openBrowser(api: TestApi): TestBrowser {
  const appCookies = new Map<string, string>();
  const otherCookies = new Map<string, string>();

  async function inApp(method: "GET" | "POST" | "DELETE", path: string, { body, headers }: SendOptions = {}) {
    const response = await api.app.inject({
      method,
      url: path,
      headers: { ...headers, ...cookieHeader(appCookies) },
      ...(body && { payload: body }),
    });
    keep(appCookies, [response.headers["set-cookie"] ?? []].flat());
    return response;
  }

  return {
    appCookies,
    async open(url) {
      let address = new URL(url, appUrl);
      for (let hops = 0; hops < 20; hops++) {
        const isApp = address.origin === appUrl;
        if (isApp && !address.pathname.startsWith("/api/")) return address;
        const location = isApp
          ? (await inApp("GET", address.pathname + address.search)).headers.location
          : await outside(address, otherCookies);
        if (!location) return address;
        address = new URL(location, address);
      }
      throw new Error(`${url} redirects too many times`);
    },
    async send(method, path, options) {
      const { statusCode, body } = await inApp(method, path, options);
      return { status: statusCode, body };
    },
  };
}

async function outside(address: URL, cookies: Map<string, string>): Promise<string | null> {
  const response = await fetch(address, { redirect: "manual", headers: cookieHeader(cookies) });
  keep(cookies, response.headers.getSetCookie());
  if (response.status >= 400) throw new Error(`${address.href}: ${response.status} ${await response.text()}`);
  return response.headers.get("location");
}

function cookieHeader(cookies: Map<string, string>): Record<string, string> {
  return cookies.size === 0 ? {} : { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ") };
}

function keep(cookies: Map<string, string>, headers: readonly string[]): void {
  for (const header of headers) {
    const [pair = ""] = header.split(";", 1);
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(pair.indexOf("=") + 1);
    if (value === "" || /expires=Thu, 01 Jan 1970/i.test(header)) cookies.delete(name);
    else cookies.set(name, value);
  }
}
