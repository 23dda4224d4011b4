import { content, contactText } from "../landing/content.ts";
import { LegalPage } from "./LegalPage.tsx";

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy">
      <p>
        This page says what hoplog keeps about the people who make links here and about those who follow them. The
        service is run by {content.operator}.
      </p>
      <h2>If you have an account</h2>
      <p>We keep what you give us, for as long as you have the account:</p>
      <ul>
        <li>your name, e-mail address and contact number,</li>
        <li>your password, only as a hash from which it can't be read,</li>
        <li>when you registered and when you last signed in,</li>
        <li>
          from which network addresses you signed in, only as keyed hashes from which they can't be read, for 90 days,
        </li>
        <li>
          your links with their tags and notes, groups, domains, notes and shared pages, and who changed what on them
          and when,
        </li>
        <li>
          what the pages that your links lead to say of themselves (title, description, icon and picture), and when they
          were last reached, unless you switch that off,
        </li>
        <li>
          for 30 days the rows of what you have imported links from, and what became of each; the file itself until the
          import starts or ends, three days at most; the key to another service, encrypted, until its links and their
          clicks have been read,
        </li>
        <li>
          how often links were clicked at the service that you have imported them from, by quarter of an hour, country,
          referring site, browser, system and device: nothing that tells one visitor from another,
        </li>
        <li>
          which leads and sales you have reported of clicks, with amount and your own id of each, and what is known of
          the click,
        </li>
        <li>for 30 days which changes of many links at once you have asked for, and what became of each link,</li>
        <li>
          the e-mail addresses that you want reports and alarms sent to, also those that have not agreed to it yet, your
          alarms, and for 90 days when they fired,
        </li>
        <li>
          where you have your clicks, and if you choose what they became, exported to, with the key to it, encrypted;
          what has been written to your storage is yours, and neither ending an export nor deleting your account removes
          it there,
        </li>
        <li>
          which servers of yours events are sent to, with the secret that signs them, encrypted, and for seven days what
          was sent: links, and clicks without addresses. What your servers keep is yours,
        </li>
        <li>the SQL queries that you have saved; those that you only run are not kept,</li>
        <li>
          which API keys you have made, what they may do and when they were last used, by the hour; of a key itself only
          a hash, and for 90 days after it has ended,
        </li>
        <li>
          for each of your sessions the kind of device, the browser, and the city and country that belonged to the
          network address at the sign-in, until the session ends,
        </li>
        <li>
          keyed hashes that tell whether you have signed in with a browser before, for 400 days after the last time: if
          not, we send you an e-mail,
        </li>
        <li>
          which session or API key created each webhook, export, report, alarm, shared page, API key, SQL access and
          domain target, and when, as long as it exists,
        </li>
        <li>limits that the operator has set for your account in particular,</li>
        <li>for a day the answers to calls that your programs have marked as not to be done twice, encrypted,</li>
        <li>
          the views of your list of links that you have saved, and your templates and rules of campaign parameters,
        </li>
        <li>
          a log of what was done with your account, from which network address, for a year unless the operator has set
          another time: signing in and out, changes of the account, of links and of groups, downloads of your data.
        </li>
      </ul>
      <p>
        Your browser's own storage holds the two tokens of your session and your choice of a light or dark theme. A
        cookie, which ends when you log out and otherwise after 30 days, tells us which session this browser has.
        Another one holds a random number for 400 days, by which we recognise a browser that you have signed in with.
        There are no advertising or tracking cookies. Signing in with Google uses short-lived cookies that end with the
        sign-in.
      </p>
      <h2>If you follow a short link</h2>
      <p>
        We record the time, the page that led you to the link, what your browser says about itself, the languages it
        asks for, and the country, region, city and provider that belong to your network address. The address itself is
        not kept: it is used to look these up, and to make a keyed hash that tells one link owner's visitors apart
        within one day. The key changes every day and is destroyed, so that nobody can be recognised from one day to the
        next.
      </p>
      <p>
        The owner of a link may have its destination told the number of your click, as a parameter of the address. With
        it the owner can report to us that somebody has signed up or bought something there; of whom, we are not told.
      </p>
      <p>
        A link may divide its visitors between several pages. Your browser may then keep a cookie for 90 days that says
        by a number which of them you got, so that you get the same one again. It is sent to that one link alone.
      </p>
      <p>
        Whoever owns links can leave out the visits of their own browser: it then keeps a cookie for 400 days that says
        whose they are. It is set on request alone, by a button, and removed by another.
      </p>
      <p>
        A link may ask for a password. Once you have given it, your browser keeps a cookie for 12 hours that says so,
        and is sent to that one link alone. What you type is compared and not kept.
      </p>
      <p>
        The owner of the link sees these records, and may have them, without what your browser says about itself word
        for word, written to a storage of their own. Nobody else sees them, and none of it is sold or given to others.
        Owners may show sums of them to others on a page with a secret address: how many clicks there were, and from
        where, but no single visit.
      </p>
      <h2>If you look at such a page</h2>
      <p>
        We keep nothing about you. If the page asks for a password, your browser keeps a cookie for 12 hours that says
        that you have given it, and is sent to that one page alone. Wrong guesses are counted for a quarter of an hour,
        under a keyed hash of your network address from which it can&apos;t be read.
      </p>
      <h2>If you get reports or alarms by e-mail</h2>
      <p>
        Somebody with an account gave us your address, which is kept for these mails alone, and for three days unless
        you agree. Each of them has a link that stops them and deletes your address.
      </p>
      <h2>What is deleted, and when</h2>
      <ul>
        <li>
          Deleting a link erases all its clicks, and what its destination has said of itself, within two days at most.
        </li>
        <li>
          Deleting your account, on the profile page, erases everything that belongs to it. Of the log, what was done
          and when stays until its time is over, without your name, the network address and all details.
        </li>
        <li>
          What your browser says about itself, word for word: within a week after 90 days, unless the operator has set
          another time. Which browser and system that was stays. Until then the owner of the link sees it, to tell
          programs from people.
        </li>
        <li>
          Visits that lead nowhere, to links that don&apos;t exist or are switched off: recorded like those to a link,
          with the address that was asked for, and removed after 90 days, unless the operator has set another time; how
          many there were on a day stays. Until then whoever owns the link or the domain sees them; those that are
          nobody&apos;s the operator does, and the owner of the only account where there is just one.
        </li>
        <li>
          Visits to links: until the link or its account is deleted. The owner may have single ones removed earlier,
          after 30 days or more; how many there were, and of how many visitors on a day, stays.
        </li>
        <li>
          How long the owner of an account wants single visits to be kept, and who said so: as long as the account.
        </li>
        <li>Raw records with network addresses are gone within days, once they have been counted.</li>
        <li>
          Addresses, networks and user agents that the owner of an account names, to leave out their own visits or to
          say who is a program: for as long as they stand among the account&apos;s rules, and some hours longer, until
          all that was to be counted by them is counted.
        </li>
      </ul>
      <h2>Your data in your hands</h2>
      <p>
        The profile page lets you correct your data, download all of it as one archive, and delete it. For anything
        else, write to {contactText}.
      </p>
      <h2>Others involved</h2>
      <p>
        Locations are looked up on our own machines, in a table by{" "}
        <a href="https://db-ip.com" target="_blank" rel="noreferrer">
          DB-IP
        </a>
        . The operator may have the URLs that short links lead to checked by a service that knows harmful pages; it
        learns the URLs, and neither who made the links nor who visits them. Unless an owner or the operator has
        switched it off, our machines ask the pages that links lead to for their titles and images, and once a day
        whether they are still there: their servers learn that there is a link, and neither whose it is nor who visits
        it. E-mails to you may be delivered by a mail service that the operator has chosen. If you sign in with Google,
        Google learns that you did. If you connect a domain of your own, its name is looked up in DNS again and again,
        which the DNS servers that the operator has chosen learn of. If the operator has certificates issued, the
        certificate authority learns that name too, and publishes it in public logs of certificates.
      </p>
    </LegalPage>
  );
}
