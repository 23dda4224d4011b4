/**
 * Variable set for an early listener, which reads its settings from its other variables; contains the folder of its
 * slot.
 */
export const earlyListenerVariable = "HOPLOG_LISTENER_AHEAD";
