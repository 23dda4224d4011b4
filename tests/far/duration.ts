const seconds = 1000;

/** For how long the line is cut, in milliseconds: ten minutes with FAR=long. */
export const cutMs = (process.env["FAR"] === "long" ? 600 : 45) * seconds;

/** How long the line is looked at while it is slow but whole, before the cut and after it. */
export const wholeMs = 15 * seconds;
