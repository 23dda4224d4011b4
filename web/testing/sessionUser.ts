/** A signed-in user as returned by the server. */
export const sessionUser = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  name: "Ada",
  email: "ada@example.com",
  contactNumber: "1",
  isGoogleUser: false,
  emailVerified: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  lastLogin: null,
};
