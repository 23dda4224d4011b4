/** Asks, or waits for the answer to somebody else's equal question that is yet to be asked. */
export type ShareAnswers<T> = (key: string, ask: () => Promise<T>) => Promise<T>;

interface Line<T> {
  readonly running: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Lets equal questions that come while one is under way share the next answer. Never the running one's: it may not
 * know yet what the asker has just written.
 */
export function shareAnswers<T>(): ShareAnswers<T> {
  const lines = new Map<string, Line<T>>();

  function start(key: string, ask: () => Promise<T>): Promise<T> {
    const running = ask().finally(() => {
      if (lines.get(key)?.running === running && !lines.get(key)?.next) lines.delete(key);
    });
    lines.set(key, { running, next: null });
    return running;
  }

  return (key, ask) => {
    const line = lines.get(key);
    if (!line) return start(key, ask);
    line.next ??= line.running.then(
      () => start(key, ask),
      () => start(key, ask),
    );
    return line.next;
  };
}
