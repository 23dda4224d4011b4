/** Resolves with the result of `answer`, or rejects with the message `late` if it takes longer than `ms`. */
export async function withTimeout<T>(ms: number, answer: Promise<T>, late: string): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(late)), ms);
  // Prevents an unhandled rejection of the promise that loses the race.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
