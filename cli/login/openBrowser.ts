import { spawn } from "node:child_process";

const programs: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a URL in the user's browser; does nothing if there is none. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): void {
  const [program = "", ...args] = env["BROWSER"] ? [env["BROWSER"]] : (programs[process.platform] ?? ["xdg-open"]);
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
