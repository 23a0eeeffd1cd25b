import { withoutEvents } from '../database/database.ts';
import type { Family } from '../resources/family.ts';
import type { Reactions } from '../resources/reactions.ts';

type Names<Part> = Part extends unknown ? keyof Part : never;
type Both<Part> = (Part extends unknown ? (part: Part) => void : never) extends (both: infer All) => void ? All : never;
type PartOf<Of, Name extends 'reactions' | 'longChanges'> =
  Of extends Readonly<Record<Name, (reactions: Reactions) => infer Part>> ? Part : never;

/** The reactions of families. One that several families have calls them in their order. */
export const joinReactions = <Of extends Family>(
  families: readonly Of[],
): Pick<Reactions, Names<PartOf<Of, 'reactions'>> & keyof Reactions> => {
  const joined: Reactions = Object.create(null);
  const parts = families.map(({ reactions }) => reactions?.(joined) ?? {});
  return Object.assign(joined, ...parts, {
    clientArchived(tx, clientId) {
      for (const part of parts) part.clientArchived?.(tx, clientId);
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
  } satisfies Partial<Reactions>);
};

/** How the long changes of families continue, by kind. */
export const joinLongChanges = <Of extends Family>(
  families: readonly Of[],
  reactions: Reactions,
): Both<PartOf<Of, 'longChanges'>> => Object.assign({}, ...families.map(({ longChanges }) => longChanges?.(reactions)));
