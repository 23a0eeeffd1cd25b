interface PagePart {
  readonly type: 'text/html' | 'text/css' | 'text/javascript' | 'image/png';
  readonly content: string | Blob | Uint8Array;
  readonly policy: string;
  /** `no-cache` lets a browser store it and ask whether it has changed. */
  readonly cache: 'no-store' | 'no-cache' | `public, max-age=${number}`;
  readonly etag?: string;
  /** By default 200. */
  readonly status?: number;
}

export const pageResponse = ({ type, content, policy, cache, etag, status = 200 }: PagePart): Response =>
  new Response(content, {
    status,
    headers: {
      'content-type': content instanceof Blob ? type : `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': cache,
      ...(etag === undefined ? {} : { etag }),
    },
  });
