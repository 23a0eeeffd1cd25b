import type { Operation } from './operation.ts';

/** The headers that every response has on a path of a protocol; undefined for other paths. */
export type ProtocolHeaders = (path: string) => Readonly<Record<string, string>> | undefined;

export const protocolHeaders = (operations: readonly Operation[]): ProtocolHeaders => {
  const protocols = operations.flatMap(({ protocol }) => protocol ?? []);
  const byRoot = new Map(protocols.map(({ root, everyResponse }) => [root, everyResponse]));
  const roots = [...byRoot.keys()].map(RegExp.escape).join('|') || '(?!)';
  const ofRoot = new RegExp(`^(?:${roots})(?=/|$)`);
  return (path) => {
    const found = ofRoot.exec(path);
    return found === null ? undefined : byRoot.get(found[0]);
  };
};
