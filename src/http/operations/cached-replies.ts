import { responseText } from '../../kernel/record-text.ts';
import type { Reply } from '../reply.ts';
import { etagOf } from './etags.ts';

/** The reply with what lets browsers keep it, and ask whether it has changed. */
export const cachedReply = (reply: Reply, seconds: number): Reply => {
  const body = typeof reply.body === 'string' ? reply.body : (responseText(reply.body) ?? JSON.stringify(reply.body));
  return {
    ...reply,
    body,
    headers: { ...reply.headers, etag: etagOf(body), 'cache-control': `public, max-age=${seconds}` },
  };
};
