/** What `answer` gives, unless it takes longer than `ms`: then it rejects with an error that says `late`. */
export async function withTimeout<T>(ms: number, answer: Promise<T>, late: string): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(late)), ms);
  // Whichever comes second may reject with nobody listening.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
