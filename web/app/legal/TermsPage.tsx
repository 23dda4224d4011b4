import { content, contactText } from "../landing/content.ts";
import { LegalPage } from "./LegalPage.tsx";

export function TermsPage() {
  return (
    <LegalPage title="Terms">
      <p>
        These terms are between you and {content.operator}, who runs this hoplog service. By creating an account you
        agree to them.
      </p>
      <h2>What you get</h2>
      <p>
        You may create short links, organise them, and see how they are used. The service is provided as it is. We work
        to keep redirects running at all times, but can't promise that they will never be interrupted.
      </p>
      <h2>Your account</h2>
      <ul>
        <li>Give a name, an e-mail address and a contact number that are your own.</li>
        <li>Keep your password to yourself; what is done with your account counts as done by you.</li>
        <li>You can leave at any time by deleting your account on the profile page.</li>
      </ul>
      <h2>What links must not be used for</h2>
      <ul>
        <li>Malware, phishing, or hiding where somebody is being led in order to deceive them.</li>
        <li>Spam, in whatever medium.</li>
        <li>Content that is against the law or the rights of others.</li>
        <li>Attacks on this service or, through it, on others.</li>
      </ul>
      <p>Links used in this way are switched off, and accounts that keep making them are closed.</p>
      <h2>Your links are yours</h2>
      <p>
        We claim no rights in where your links lead or what they are called. A short code that was once used is never
        given to another account, so that old links in print don't end up in strange places.
      </p>
      <h2>Fair use</h2>
      <p>
        There is no limit on the number of links. There are limits on how many requests may be made in a short time, so
        that one account can't slow down all others.
      </p>
      <h2>Changes</h2>
      <p>
        If these terms change in a way that matters to you, you will be told by e-mail beforehand. Questions go to{" "}
        {contactText}.
      </p>
    </LegalPage>
  );
}
