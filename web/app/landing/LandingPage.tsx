import { Button } from "@mantine/core";
import {
  IconArrowRight,
  IconBolt,
  IconChartBar,
  IconCheck,
  IconDeviceMobile,
  IconLink,
  IconPlayerPlay,
  IconShieldLock,
  IconWorld,
} from "../../ui/elements/icons.ts";
import { Link } from "react-router-dom";
import { HopArt } from "../../ui/elements/HopArt.tsx";
import { PublicFooter } from "../../core/layout/PublicFooter.tsx";
import { PublicHeader } from "../../core/layout/PublicHeader.tsx";
import { content } from "./content.ts";
import { LandingDemo } from "./LandingDemo.tsx";
import classes from "./LandingPage.module.css";

const features = [
  {
    icon: IconLink,
    title: "Smart Shortening",
    text: "Codes of your own or made for you, unlimited links, and a target that you can change at any time.",
  },
  {
    icon: IconChartBar,
    title: "Advanced Analytics",
    text: "Countries, browsers, systems, devices and referrers of every click, with bots told apart from people.",
  },
  {
    icon: IconShieldLock,
    title: "Secure & Private",
    text: "Visitors are counted without keeping their addresses, and everything you delete is gone.",
  },
  {
    icon: IconBolt,
    title: "Lightning Fast",
    text: "Redirects are answered from memory, and no click is lost even when the rest of the system is down.",
  },
  {
    icon: IconWorld,
    title: "Global Reach",
    text: "See on a map of the world where your links are opened, down to the city and the provider.",
  },
  {
    icon: IconDeviceMobile,
    title: "Mobile Ready",
    text: "Everything works on a phone as it does on a desk, and every link has a QR code.",
  },
];

const reasons = [
  { title: "Unlimited link creation", text: "Make as many links as you need, one by one or from a CSV file." },
  { title: "Real-time dashboard", text: "Counts move within a second of the click, without reloading." },
  { title: "24/7 support", text: "Somebody is there whenever a campaign is running." },
];

export function LandingPage() {
  return (
    <div className={classes.page}>
      <PublicHeader />
      <main>
        <section className={classes.hero}>
          <div>
            <h1 className={classes.claim}>
              Short links,
              <br />
              and every click as it lands.
            </h1>
            <p className={classes.words}>
              Create short links, organise them in groups, and watch where their clicks come from while they come in.
            </p>
            <div className={classes.calls}>
              <Button
                component={Link}
                to="/register"
                size="lg"
                color="hop.3"
                c="#06210f"
                rightSection={<IconArrowRight size={19} aria-hidden />}
              >
                Get Started Free
              </Button>
              <Button
                component="a"
                href="#demo"
                size="lg"
                variant="outline"
                color="hop.1"
                leftSection={<IconPlayerPlay size={19} aria-hidden />}
              >
                Watch Demo
              </Button>
            </div>
          </div>
          <HopArt />
        </section>

        <dl className={classes.figures} aria-label="In figures">
          {content.figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>

        <section className={classes.section} aria-labelledby="features">
          <h2 id="features" className={classes.title}>
            Everything a link can do for you
          </h2>
          <ul className={classes.features}>
            {features.map(({ icon: Icon, title, text }) => (
              <li key={title} className={classes.feature}>
                <span className={classes.icon}>
                  <Icon size={22} aria-hidden />
                </span>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section id="demo" className={classes.analytics} aria-labelledby="analytics">
          <div className={classes.inner}>
            <div>
              <h2 id="analytics" className={classes.title}>
                Analytics that keep up with you
              </h2>
              <p>
                Pick a period, compare it with the one before, and click on a country or a browser to see only its
                clicks. Every view has an address that you can send to others.
              </p>
              <Button component={Link} to="/register" variant="light" size="md">
                View your own
              </Button>
            </div>
            <LandingDemo />
          </div>
        </section>

        <section className={classes.section} aria-labelledby="why">
          <h2 id="why" className={classes.title}>
            Why people choose hoplog
          </h2>
          <ul className={classes.reasons}>
            {reasons.map(({ title, text }) => (
              <li key={title}>
                <IconCheck size={22} aria-hidden />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>

        <section className={classes.closing} aria-labelledby="closing">
          <h2 id="closing">Your next link can be a short one.</h2>
          <p>Join {content.users} people who know what their links are doing.</p>
          <div className={classes.calls}>
            <Button component={Link} to="/register" size="lg" color="hop.3" c="#06210f">
              Start Free Trial
            </Button>
            <Button
              component="a"
              href={content.contactEmail === null ? "#demo" : `mailto:${content.contactEmail}?subject=Demo`}
              size="lg"
              variant="outline"
              color="hop.1"
            >
              Schedule Demo
            </Button>
          </div>
        </section>
      </main>
      <PublicFooter />
    </div>
  );
}
