import type { AnyElysia } from 'elysia';
import type { Expansions } from '../http/expansions.ts';
import { router } from '../http/operations/mount.ts';
import type { Operation } from '../http/operations/operation.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { runAtOnce, runInSlices } from '../kernel/slices.ts';
import { MEMBER, SITES } from '../sandbox/demo/ids.ts';

/** The OpenAPI document of this program. */
interface ApiDocument {
  /** Makes the document at once. It takes a few tenths of a second, so a server never does. */
  make(): Promise<object>;
  /** `/openapi.json`. The first request makes the document, in slices between which other requests are served. */
  readonly routes: AnyElysia;
}

/** The document of the operations, made from their declarations and the expansions that these name. */
export const createApiDocument = (
  operations: readonly Operation[],
  expansions: Readonly<Record<string, Expansions>>,
  { release, rootUrl }: { readonly release: string; readonly rootUrl: () => string },
): ApiDocument => {
  const steps = async () => {
    const [{ openApiDocument }, { examples }] = await Promise.all([
      import('../http/openapi/document.ts'),
      import('../sandbox/demo/examples/examples.ts'),
    ]);
    const demo = { examples, siteId: SITES.downtown, clientId: MEMBER };
    return openApiDocument({ operations, release, rootUrl: rootUrl(), scopes: SCOPES, expansions, ...demo });
  };
  let text: Promise<string> | undefined;
  const respond = async (): Promise<Response> => {
    text ??= steps()
      .then(runInSlices)
      .then((document) => JSON.stringify(document));
    return new Response(await text, { headers: { 'content-type': 'application/json;charset=utf-8' } });
  };
  return { make: () => steps().then(runAtOnce), routes: router().get('/openapi.json', respond) };
};
