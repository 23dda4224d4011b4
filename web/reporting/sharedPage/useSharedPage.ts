import { useEffect, useState } from "react";
import { type Absence, pathOf, readPage, type SharedPage, type View } from "./answers.ts";

/** Milliseconds between polls if streaming is unavailable. */
const pollMs = 30_000;

interface State {
  /** The page; the previous one while another view is loading. */
  readonly page: SharedPage | null;
  readonly absence: Absence | null;
  readonly isLive: boolean;
}

/** Loads a shared page and updates it while it is open. */
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
      // The page remains shown while the failure is temporary, but not once the page has been revoked.
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

/** Returns whether the shown page may remain, because the failure is temporary. */
function isPassing(absence: Absence): boolean {
  return absence === "away" || absence === "busy";
}
