import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useState } from "react";
import classes from "./LandingDemo.module.css";

const visitors = [
  { city: "Berlin, Germany", browser: "Firefox" },
  { city: "Austin, United States", browser: "Chrome" },
  { city: "Osaka, Japan", browser: "Safari" },
  { city: "Recife, Brazil", browser: "Chrome" },
  { city: "Nairobi, Kenya", browser: "Edge" },
  { city: "Lyon, France", browser: "Safari" },
];
const hours = [14, 22, 18, 31, 27, 40, 36, 52, 47, 61, 58, 74];
const shown = 4;
const everyMs = 1800;

/** Animated demo of a link's clicks, with fake data. Static for users who prefer reduced motion. */
export function LandingDemo() {
  const still = useReducedMotion();
  const [clickCount, setClickCount] = useState(0);
  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setClickCount((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [still]);

  const newest = Array.from({ length: shown }, (_, index) => clickCount + shown - 1 - index);
  const bars = hours.map((clicks, index) => (index === hours.length - 1 ? clicks + Math.min(clickCount, 22) : clicks));
  return (
    <figure className={classes.demo} aria-label="Example of a link's analytics, with made-up clicks">
      <div className={classes.head} aria-hidden>
        <span className={classes.code}>hop.log/spring</span>
        <span className={classes.live}>Live</span>
      </div>
      <p className={classes.total} aria-hidden>
        {(1204 + clickCount).toLocaleString("en")} <span>clicks</span>
      </p>
      <div className={classes.bars} aria-hidden>
        {bars.map((clicks, index) => (
          // The bars are identified only by their position.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} style={{ height: `${clicks}%` }} />
        ))}
      </div>
      <ul className={classes.clicks} aria-hidden>
        {newest.map((number) => {
          const visitor = visitors[number % visitors.length];
          return (
            <li key={number}>
              <span>{visitor?.city}</span>
              <span>{visitor?.browser}</span>
            </li>
          );
        })}
      </ul>
      <figcaption>Example with made-up clicks</figcaption>
    </figure>
  );
}
