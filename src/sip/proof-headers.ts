// Proof headers: in which header a server asks for a password, and a proxy before it, and in which each is answered.

export const proofHeaders = {
  401: ["www-authenticate", "authorization"],
  407: ["proxy-authenticate", "proxy-authorization"],
} as const;
