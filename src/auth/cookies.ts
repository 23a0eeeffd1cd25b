// Cookies that only the server reads.

/** The value of a cookie that a request carries; undefined without the cookie. */
export const cookieIn = ({ headers }: Request, name: string): string | undefined => {
  const cookies = headers.get('cookie');
  if (cookies === null) return undefined;
  const beginning = `${name}=`;
  const own = cookies.split(';').map((each) => each.trim());
  return own.find((each) => each.startsWith(beginning))?.slice(beginning.length);
};

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The pages that get it; by default all of this host. */
  readonly path?: string;
  /** Seconds until the browser forgets it; 0 for immediately. */
  readonly maxAge: number;
  /** Whether it is sent by https alone. */
  readonly isSecure: boolean;
}

/** The value of `Set-Cookie` for a cookie that no script reads, and that requests from other websites do not carry. */
export const httpOnlyCookie = ({ name, value, path = '/', maxAge, isSecure }: Cookie): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
