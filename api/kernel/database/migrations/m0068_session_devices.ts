import { migration } from "./migration.ts";

/** Stores the device, browser and place of each session, and the devices from which users have signed in. */
export const sessionDevices = migration("0068_session_devices", [
  "ALTER TABLE session ADD COLUMN device text, ADD COLUMN browser text, ADD COLUMN place text",
  `CREATE TABLE known_device (
     user_id uuid NOT NULL,
     -- A keyed hash of the id in the browser's cookie, or of the program and its network.
     key text NOT NULL,
     seen_at timestamptz(3) NOT NULL,
     PRIMARY KEY (user_id, key)
   )`,
  "CREATE INDEX known_device_by_time ON known_device (seen_at)",
  "GRANT SELECT, INSERT, UPDATE, DELETE ON known_device TO hoplog_app",
]);
