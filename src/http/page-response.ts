interface PagePart {
  readonly type: 'text/html' | 'text/javascript' | 'image/png';
  readonly content: string | Blob;
  /** The content security policy. */
  readonly policy: string;
  /** `no-cache` lets a browser store it and ask whether it has changed. */
  readonly cache: 'no-store' | 'no-cache' | `public, max-age=${number}`;
  readonly etag?: string;
  /** By default 200. */
  readonly status?: number;
}

/** The response with a page, or with its script or picture. */
export const pageResponse = ({ type, content, policy, cache, etag, status = 200 }: PagePart): Response =>
  new Response(content, {
    status,
    headers: {
      'content-type': typeof content === 'string' ? `${type}; charset=utf-8` : type,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': cache,
      ...(etag === undefined ? {} : { etag }),
    },
  });
