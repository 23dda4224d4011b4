import classes from "./Logo.module.css";

/** The logo's mark, without the name. */
export function LogoMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      <rect width="32" height="32" rx="9" className={classes.ground} />
      <path d="M5 22a5.5 5.5 0 0 1 11 0" className={classes.first} />
      <path d="M16 22c0-8 10-8 10-1" className={classes.second} />
      <circle cx="26" cy="22.4" r="2.6" className={classes.landing} />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoMark />
      hoplog
    </span>
  );
}
