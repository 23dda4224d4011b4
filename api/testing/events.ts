import { onTestFinished } from "vitest";

export interface ReceivedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
}

/** Opens a stream; `events` grows until the test ends, or until `leave` is called. */
export async function readEvents(url: string, token?: string) {
  const left = new AbortController();
  onTestFinished(() => left.abort());
  const { status, headers, body } = await fetch(url, {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    signal: left.signal,
  });
  const events: ReceivedEvent[] = [];
  let over = false;
  const read = async (): Promise<void> => {
    let text = "";
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        const [, id, name, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(frame) ?? [];
        if (id !== undefined && name !== undefined && data !== undefined)
          events.push({ id, name, data: JSON.parse(data) });
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => (over = true));
  return { status, headers, events, isOver: () => over, leave: () => left.abort() };
}
