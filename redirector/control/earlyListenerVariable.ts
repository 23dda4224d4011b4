/** Set for an early listener, which reads its settings from its other variables; holds the folder of its replica. */
export const earlyListenerVariable = "HOPLOG_LISTENER_AHEAD";
