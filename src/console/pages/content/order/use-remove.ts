import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';

/** Removes a record of a list, and says so. @param kind the second word of the keys of the queries that show it */
export const useRemove = (kind: 'categories' | 'tags' | 'banners', remove: (id: string) => Promise<unknown>) => {
  const t = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => remove(id),
    onSuccess: (_, { name }) => say(t('content.removed', { name })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['content', kind] }),
  });
};
