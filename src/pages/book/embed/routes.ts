import type { AnyElysia } from 'elysia';
import { router } from '../../../http/operations/mount.ts';
import { staticContent } from '../../../http/static-content.ts';
import { methodNotAllowed, notFound } from '../../../kernel/problem.ts';
import embedScript from './embed.js' with { type: 'text' };
import frameScript from './frame.js' with { type: 'text' };
import { type EmbedStates, stateIn } from './states.ts';

const HEADERS = {
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
  // Websites of other origins load it.
  'cross-origin-resource-policy': 'cross-origin',
};
const TYPE = 'text/javascript; charset=utf-8';
const STATES = '/book/embed/state/';

export interface EmbedDeps {
  readonly states: EmbedStates;
  readonly now: () => number;
}

/** The scripts of frames in websites, and what a frame asks about a window that it has opened (member-page.md "Embedding"). */
export const embedRoutes = ({ states, now }: EmbedDeps): AnyElysia => {
  const embed = staticContent({ type: TYPE, headers: HEADERS, make: () => embedScript });
  const frame = staticContent({ type: TYPE, headers: HEADERS, make: () => frameScript });
  return router()
    .get('/book/embed.js', ({ request }) => embed(request))
    .get('/book/embed/frame.js', ({ request }) => frame(request))
    .all(
      `${STATES}*`,
      ({ request, params, requestContext }) => {
        requestContext.route = `${STATES}:state`;
        if (request.method !== 'GET') throw methodNotAllowed(request.method, 'GET');
        const state = stateIn(params['*']);
        if (state === undefined) throw notFound('state', params['*']);
        return Response.json({ done: states.take(state, now()) }, { headers: { 'cache-control': 'no-store' } });
      },
      { parse: 'none' },
    );
};
