import { withoutEvents } from '../database/database.ts';
import type { Family } from '../resources/family.ts';
import type { Reactions } from '../resources/reactions.ts';

type Names<Part> = Part extends unknown ? keyof Part : never;
type PartOf<Of> = Of extends { readonly reactions: (reactions: Reactions) => infer Part } ? Part : never;

/** Calls several families' reactions in order. @throws Error for a reaction of two families that is not joined here. */
export const joinReactions = <Of extends Family>(
  families: readonly Of[],
): Pick<Reactions, Names<PartOf<Of>> & keyof Reactions> => {
  const joined: Reactions = Object.create(null);
  const parts = families.map(({ reactions }) => reactions?.(joined) ?? {});
  const shared = {
    clientArchived(tx, clientId) {
      for (const part of parts) part.clientArchived?.(tx, clientId);
    },
    siteChanged(tx, site, before) {
      for (const part of parts) part.siteChanged?.(tx, site, before);
    },
    factRecorded(tx, fact, home) {
      for (const part of parts) part.factRecorded?.(tx, fact, home);
    },
    factTakenBack(tx, fact, home) {
      for (const part of parts) part.factTakenBack?.(tx, fact, home);
    },
    *factsImported(tx, clientId, moves) {
      const silent = withoutEvents(tx);
      for (const part of parts) yield* part.factsImported?.(silent, clientId, moves) ?? [];
    },
  } satisfies Partial<Reactions>;
  const names = parts.flatMap((part) => Object.keys(part)).filter((name) => !(name in shared));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two families have the reaction '${twice}': join it in src/api/join.ts`);
  return Object.assign(joined, ...parts, shared);
};
