import { responseText } from '../../kernel/record-text.ts';
import { namesEtag } from '../etag-header.ts';
import { jsonResponse, type Reply } from '../reply.ts';
import type { HandlerContext } from '../request-context.ts';
import { etagOf } from './etags.ts';

/** The response with what lets browsers keep it; 304 where the browser has it already. */
export const cachedReply = ({ request, set }: HandlerContext, reply: Reply, seconds: number): Response => {
  const body = typeof reply.body === 'string' ? reply.body : (responseText(reply.body) ?? JSON.stringify(reply.body));
  const etag = etagOf(body);
  const headers = { ...reply.headers, etag, 'cache-control': `public, max-age=${seconds}` };
  const response = jsonResponse(set, { ...reply, body, headers });
  if (!namesEtag(request.headers.get('if-none-match') ?? '', etag)) return response;
  response.headers.delete('content-type');
  return new Response(null, { status: 304, headers: response.headers });
};
