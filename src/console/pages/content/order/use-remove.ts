import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Removes a record of a list, and says so. */
export const useRemove = (remove: (id: string) => Promise<unknown>) => {
  const t = useText();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => remove(id),
    onSuccess: (_, { name }) => say(t('content.removed', { name })),
    onSettled: () => refresh('content'),
  });
};
