/** Tells a listener to read its settings from its other variables, and holds the folder of its replica. */
export const aheadVariable = "HOPLOG_LISTENER_AHEAD";
