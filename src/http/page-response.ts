interface PagePart {
  readonly type: 'text/html' | 'text/css' | 'text/javascript' | 'image/png';
  readonly content: string | Blob | Uint8Array;
  /** The Content-Security-Policy. Without a `style-src`, the `<style>` elements of a page are allowed by their hashes. */
  readonly policy: string;
  /** `no-cache` lets a browser store it and ask whether it has changed. */
  readonly cache: 'no-store' | 'no-cache' | `public, max-age=${number}`;
  readonly etag?: string;
  /** By default 200. */
  readonly status?: number;
}

const STYLE = /<style>(?<css>.*?)<\/style>/gsu;

/** How a Content-Security-Policy allows a `<style>` element with this content. */
export const hashOfStyle = (css: string): string =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(css).digest('base64')}'`;

/** The policy with a hash for each `<style>` element of a page: a style that someone else puts into the page is refused. */
const withStyles = (policy: string, html: string): string => {
  if (policy.includes('style-src')) return policy;
  const hashes = Array.from(html.matchAll(STYLE), ({ groups }) => hashOfStyle(groups?.css ?? ''));
  return hashes.length === 0 ? policy : `style-src ${hashes.join(' ')}; ${policy}`;
};

export const pageResponse = ({ type, content, policy, cache, etag, status = 200 }: PagePart): Response =>
  new Response(content, {
    status,
    headers: {
      'content-type': content instanceof Blob ? type : `${type}; charset=utf-8`,
      'content-security-policy': typeof content === 'string' ? withStyles(policy, content) : policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': cache,
      ...(etag === undefined ? {} : { etag }),
    },
  });
