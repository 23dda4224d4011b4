import { openGate, type Gate } from "@hoplog/platform/testing/gate.js";

/** Opens a gate in front of a URL's server and returns it with the URL of the gate. */
export async function gateTo(target: string): Promise<Gate & { readonly url: string }> {
  const url = new URL(target);
  const gate = await openGate(Number(url.port));
  url.port = String(gate.port);
  return { ...gate, url: url.href };
}
