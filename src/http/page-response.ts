interface PagePart {
  readonly type: 'text/html' | 'text/javascript';
  readonly content: string;
  /** The content security policy. */
  readonly policy: string;
  /** `no-cache` lets a browser store it and ask whether it has changed. */
  readonly cache: 'no-store' | 'no-cache';
}

/** The response with a page, or with its script. */
export const pageResponse = ({ type, content, policy, cache }: PagePart): Response =>
  new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': cache,
    },
  });
