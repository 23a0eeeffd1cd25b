import type { AnyElysia } from 'elysia';
import { openApiDocument } from '../http/openapi/document.ts';
import { router } from '../http/operations/mount.ts';
import type { Operation } from '../http/operations/operation.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { runAtOnce, runInSlices } from '../kernel/slices.ts';
import { examples } from '../sandbox/demo/examples/examples.ts';
import { SITES } from '../sandbox/demo/ids.ts';

/** The OpenAPI document of this program. */
interface ApiDocument {
  /** Makes the document at once. It takes a few tenths of a second, so a server never does. */
  make(): object;
  /** `/openapi.json`. The first request makes the document, in slices between which other requests are served. */
  readonly routes: AnyElysia;
}

/** The document of the operations, made from their declarations. */
export const createApiDocument = (operations: readonly Operation[], release: string): ApiDocument => {
  const steps = () => openApiDocument({ operations, release, scopes: SCOPES, examples, siteId: SITES.downtown });
  let text: Promise<string> | undefined;
  const respond = async (): Promise<Response> => {
    text ??= runInSlices(steps()).then((document) => JSON.stringify(document));
    return new Response(await text, { headers: { 'content-type': 'application/json;charset=utf-8' } });
  };
  return { make: () => runAtOnce(steps()), routes: router().get('/openapi.json', respond) };
};
