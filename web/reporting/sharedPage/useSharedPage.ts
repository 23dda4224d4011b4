import { useEffect, useState } from "react";
import { type Absence, pathOf, readPage, type SharedPage, type View } from "./answers.ts";

/** Where there is no stream: so often the page is asked for anew. */
const pollMs = 30_000;

interface State {
  /** Stays while another view is on its way. */
  readonly page: SharedPage | null;
  readonly absence: Absence | null;
  readonly isLive: boolean;
}

/** A shared page, and whatever is counted of it while it is looked at. */
export function useSharedPage(token: string, view: View): State {
  const [state, setState] = useState<State>({ page: null, absence: null, isLive: false });
  const path = pathOf(token, view);
  const livePath = pathOf(token, view, "/live");

  useEffect(() => {
    const left = new AbortController();
    let stream: EventSource | null = null;
    let isShown = false;
    const read = async () => {
      const answer = await readPage(path, left.signal);
      if (left.signal.aborted) return false;
      isShown = typeof answer !== "string" || (isShown && isPassing(answer));
      if (typeof answer !== "string") setState((before) => ({ ...before, page: answer, absence: null }));
      // What was shown of this view stays while nobody answers; what was revoked does not.
      else
        setState(({ page }) => ({
          page: isShown ? page : null,
          absence: answer,
          isLive: false,
        }));
      return typeof answer !== "string";
    };
    const follow = () => {
      stream?.close();
      stream = new EventSource(livePath);
      stream.addEventListener("open", () => setState((before) => ({ ...before, isLive: true })));
      stream.addEventListener("page", ({ data }: MessageEvent<string>) => {
        const page: SharedPage = JSON.parse(data);
        setState({ page, absence: null, isLive: true });
      });
      stream.addEventListener("error", () => setState((before) => ({ ...before, isLive: false })));
      stream.addEventListener("end", () => {
        stream?.close();
        setState((before) => ({ ...before, isLive: false }));
        void begin();
      });
    };
    const begin = async () => {
      if (await read()) follow();
    };
    void begin();
    const poll = setInterval(() => {
      const isOpen = stream !== null && stream.readyState !== EventSource.CLOSED;
      if (!document.hidden && isShown && !isOpen) void begin();
    }, pollMs);
    return () => {
      left.abort();
      stream?.close();
      clearInterval(poll);
    };
  }, [path, livePath]);

  return state;
}

/** Whether what was shown may stay: what was revoked does not. */
function isPassing(absence: Absence): boolean {
  return absence === "away" || absence === "busy";
}
