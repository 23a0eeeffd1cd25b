import type { Tx } from '../../database/database.ts';
import { countFavorite } from '../content/entries/popularity.ts';
import { changeStatus, type StatusChange } from './progress/store.ts';

export const setFavorite = (tx: Tx, clientId: string, entryId: string, isFavorite: boolean): StatusChange => {
  const change = changeStatus(tx, clientId, entryId, ({ favoritedAt }) => ({
    favoritedAt: isFavorite ? (favoritedAt ?? tx.now) : null,
  }));
  const isChanged = (change.before.favoritedAt === null) !== (change.after.favoritedAt === null);
  if (isChanged) countFavorite(tx, entryId, isFavorite ? 1 : -1);
  return change;
};

export const setWatchLater = (tx: Tx, clientId: string, entryId: string, isWatchLater: boolean): StatusChange =>
  changeStatus(tx, clientId, entryId, ({ watchLaterAt }) => ({
    watchLaterAt: isWatchLater ? (watchLaterAt ?? tx.now) : null,
  }));
