import { isForDependants } from '../auth/members/acting.ts';
import type { Expansions } from '../http/expansions.ts';
import type { Node } from '../http/openapi/json.ts';
import { router } from '../http/operations/mount.ts';
import type { Operation } from '../http/operations/operation.ts';
import { JSON_TYPE } from '../http/reply.ts';
import { staticContent } from '../http/static-content.ts';
import type { OpenPaths } from '../kernel/open-paths.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { runAtOnce, runInSlices } from '../kernel/slices.ts';
import { MEMBER, SITES } from '../resources/demo-ids.ts';
import type { AppDeps } from './deps.ts';
import { MADE_ROOT, madeDocument } from './made-document.ts';

export const API_DOCUMENT: OpenPaths = { paths: ['/openapi.json'], isLimited: true };

/** The document of the operations, made from their declarations and the expansions that these name. */
export const createApiDocument = (
  operations: readonly Operation[],
  expansions: Readonly<Record<string, Expansions>>,
  { release, rootUrl, extra }: Pick<AppDeps, 'release' | 'rootUrl' | 'extra'>,
) => {
  const steps = async () => {
    const [{ openApiDocument }, { declaredResponses }, { RECORDED_ROOT, recordedResponses }] = await Promise.all([
      import('../http/openapi/document.ts'),
      import('../http/openapi/recorded.ts'),
      import('../sandbox/demo/responses.ts'),
    ]);
    const root = rootUrl();
    const examples = Object.fromEntries(operations.map(({ id, example = {} }) => [id, example]));
    const recorded = await recordedResponses(root);
    const demo = {
      examples: JSON.parse(JSON.stringify(examples).replaceAll(RECORDED_ROOT, root)),
      recorded: [...recorded, ...declaredResponses(operations, recorded)],
      siteId: SITES.downtown,
      clientId: MEMBER,
      isForDependants,
    };
    return openApiDocument({ operations, release, rootUrl: root, scopes: SCOPES, expansions, ...demo });
  };
  const contentOf = (document: Node): string =>
    JSON.stringify(extra === undefined ? document : extra.inDocument(document));
  /** The document of this server as the executable has it; undefined from the source. */
  const embedded = async (): Promise<string | undefined> => (await madeDocument())?.replaceAll(MADE_ROOT, rootUrl());
  const make = async (): Promise<string> => {
    const made = await embedded();
    if (made === undefined) return contentOf(await steps().then(runInSlices));
    return extra === undefined ? made : contentOf(JSON.parse(made));
  };
  const respond = staticContent({ type: JSON_TYPE, make });
  return {
    /** Makes the whole document. It takes a few tenths of a second, so a server never does. */
    make: async () => {
      const made = await embedded();
      return made === undefined ? steps().then(runAtOnce) : JSON.parse(made);
    },
    /**
     * `/openapi.json`. The executable has the document; from the source the first request makes it, in slices between which other
     * requests are served.
     */
    routes: router().get('/openapi.json', ({ request }) => respond(request)),
  };
};
