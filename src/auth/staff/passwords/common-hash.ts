/** The minimum number of characters of a password. */
export const SHORTEST_PASSWORD = 12;

/** The beginning of a hash by which common passwords are listed: 32 bits, so that one in ten million others is refused. */
export const commonHash = (password: string): string =>
  new Bun.CryptoHasher('sha256').update(password.toLowerCase()).digest('hex').slice(0, 8);
