import { useText } from '../../../base/texts.tsx';
import { useFieldWords } from '../edit/field-words.ts';
import type { EntryWords } from './entry-words.ts';
import { LOOKS } from './looks.ts';
import type { Entry } from './queries.ts';

/** Fields that follow from others, and tell nobody anything. */
const HIDDEN = ['fullName', 'updatedAt', 'archivedAt', 'accountBalance', 'accountBalances', 'stats'];

/** What was changed of a client, in words. */
export const useChangeWords = (): ((entry: Entry) => EntryWords) => {
  const t = useText();
  const { nameOf } = useFieldWords();
  return ({ kind, change }) => {
    if (kind === 'client_created') return { ...LOOKS.client_created, title: t('timeline.created'), parts: [] };
    if (kind === 'client_merged') return { ...LOOKS.client_merged, title: t('timeline.merged'), parts: [] };
    const parts = [change?.staffName];
    switch (change?.type) {
      case 'client.archived':
        return { ...LOOKS.archived, title: t('timeline.archived'), parts };
      case 'client.restored':
        return { ...LOOKS.restored, title: t('timeline.restored'), parts };
      case 'client.status_changed':
        return { ...LOOKS.client_changed, title: t('timeline.statusChanged'), parts };
      default: {
        const names = (change?.fields ?? []).filter((field) => !HIDDEN.includes(field)).map(nameOf);
        const title =
          names.length === 0
            ? t('timeline.changedOnly')
            : t('timeline.changed', { names: [...new Set(names)].join(', ') });
        return { ...LOOKS.client_changed, title, parts };
      }
    }
  };
};
