// Proof headers: the headers of a password challenge by a server or a proxy, and of the response to each.

export const proofHeaders = {
  401: ["www-authenticate", "authorization"],
  407: ["proxy-authenticate", "proxy-authorization"],
} as const;
