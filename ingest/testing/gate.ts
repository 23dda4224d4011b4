import { openGate, type Gate } from "@hoplog/platform/testing/gate.js";

/** A gate before the server of a URL, with the URL that leads through it. */
export async function gateTo(target: string): Promise<Gate & { readonly url: string }> {
  const url = new URL(target);
  const gate = await openGate(Number(url.port));
  url.port = String(gate.port);
  return { ...gate, url: url.href };
}
