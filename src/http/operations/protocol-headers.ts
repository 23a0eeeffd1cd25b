import type { Operation } from './operation.ts';

/** The headers that every response has on a path of a protocol; undefined for other paths. */
export type ProtocolHeaders = (path: string) => Readonly<Record<string, string>> | undefined;

export const protocolHeaders = (operations: readonly Operation[]): ProtocolHeaders => {
  const protocols = operations.flatMap(({ protocol }) => protocol ?? []);
  const byRoot = new Map(protocols.map(({ root, everyResponse }) => [root, everyResponse]));
  return (path) => {
    for (const [root, headers] of byRoot) {
      if (path.startsWith(root) && (path[root.length] ?? '/') === '/') return headers;
    }
    return undefined;
  };
};
