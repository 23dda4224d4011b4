/** Returns whether a service is ready and not degraded; false if it is unreachable. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { connection: "close" } });
    const body = await response.text();
    return response.status === 200 && !body.includes('"status":"degraded"');
  } catch {
    return false;
  }
}
