const seconds = 1000;

/** Duration of the cut in milliseconds: ten minutes with FAR=long. */
export const cutMs = (process.env["FAR"] === "long" ? 600 : 45) * seconds;

/** Duration in milliseconds of each measurement over the slow but working line, before and after the cut. */
export const wholeMs = 15 * seconds;
