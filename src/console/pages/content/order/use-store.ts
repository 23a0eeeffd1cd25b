import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/client.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';

interface Store<Draft> {
  /** The second word of the keys of the queries that show it. */
  readonly kind: 'categories' | 'tags' | 'banners' | 'features';
  readonly store: (draft: Draft) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Stores the form of a dialog: what was typed stays where the server refuses it. */
export const useStore = <Draft>({ kind, store, onDone }: Store<Draft>) => {
  const t = useText();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: store,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['content', kind] });
      say(t('laterWords.saved'));
      onDone();
    },
  });
  const refusal = mutation.error instanceof ApiError ? mutation.error : undefined;
  return { store: mutation.mutate, isPending: mutation.isPending, refusal };
};

/** Removes a record of a list, and says so. */
export const useRemove = (kind: Store<unknown>['kind'], remove: (id: string) => Promise<unknown>) => {
  const t = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => remove(id),
    onSuccess: (_, { name }) => say(t('content.removed', { name })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['content', kind] }),
  });
};

/** A whole number that a person has typed; undefined for another text. Nothing typed is 0. */
export const wholeOf = (typed: string): number | undefined => {
  const text = typed.trim();
  if (text === '') return 0;
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
};

export const textOrNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());
