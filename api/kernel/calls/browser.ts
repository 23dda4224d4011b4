declare module "fastify" {
  interface FastifyRequest {
    browser: Browser;
  }
}

/** What the client keeps of its sessions where pages can't read it, if it is a browser. */
export interface Browser {
  /** Whether it is the one to which the session was given last. */
  holds(sessionId: string): Promise<boolean>;
  /** Gives it the session, with this answer. */
  keep(sessionId: string): Promise<void>;
  /** Takes away what it holds, with this answer. */
  forget(): void;
}
