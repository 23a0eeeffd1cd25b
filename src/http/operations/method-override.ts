import type { Operation } from './operation.ts';

const HEADER = 'x-http-method-override';

/** The methods that a POST at a path may stand for; undefined for paths where it stands for none. */
export type OverriddenMethods = (path: string) => ReadonlySet<string> | undefined;

/** Of the protocols that let a POST stand for another method, such as tus behind proxies that know no PATCH: the paths below their root. */
export const overriddenMethods = (operations: readonly Operation[]): OverriddenMethods => {
  const byRoot = new Map<string, Set<string>>();
  for (const { protocol, method } of operations) {
    if (protocol?.hasMethodOverride !== true || method === 'POST' || method === 'OPTIONS') continue;
    const root = `${protocol.root}/`;
    byRoot.set(root, (byRoot.get(root) ?? new Set()).add(method));
  }
  const roots = [...byRoot];
  return (path) => roots.find(([root]) => path.startsWith(root) && path.length > root.length)?.[1];
};

/**
 * Gives a POST the method that `X-HTTP-Method-Override` names (tus 1.0.0, "Core Protocol"). It stays the same request, because a copy would
 * have neither its connection nor its body.
 */
export const overrideMethod = (request: Request, path: string, methodsAt: OverriddenMethods): void => {
  if (request.method !== 'POST') return;
  const wanted = request.headers.get(HEADER)?.trim().toUpperCase();
  if (wanted === undefined || methodsAt(path)?.has(wanted) !== true) return;
  Object.defineProperty(request, 'method', { value: wanted });
};
