import { count } from "@hoplog/platform/env/pieces.js";

/** Maximum sockets and subscriptions of one caller, counted per process. */
export interface SocketLimits {
  readonly socketsPerAddress: number;
  readonly socketsPerAccount: number;
  readonly subscriptionsPerSocket: number;
}

export const defaultSocketLimits: SocketLimits = {
  // IP addresses are often shared by a whole office.
  socketsPerAddress: 200,
  socketsPerAccount: 50,
  subscriptionsPerSocket: 100,
};

export const socketLimitVariables = {
  SOCKETS_PER_ADDRESS: count.default(defaultSocketLimits.socketsPerAddress),
  SOCKETS_PER_ACCOUNT: count.default(defaultSocketLimits.socketsPerAccount),
  SUBSCRIPTIONS_PER_SOCKET: count.default(defaultSocketLimits.subscriptionsPerSocket),
};

export function socketLimitsOf(env: Readonly<Record<keyof typeof socketLimitVariables, number>>): SocketLimits {
  return {
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    socketsPerAccount: env.SOCKETS_PER_ACCOUNT,
    subscriptionsPerSocket: env.SUBSCRIPTIONS_PER_SOCKET,
  };
}
