import { useMutation } from '@tanstack/react-query';
import { ApiError, client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useRefresh } from '../../live/refresh.ts';
import { useText } from '../../texts.tsx';
import { say } from '../../ui/toasts.tsx';

const OVERRIDABLE = ['instructor_conflict', 'room_conflict'];

/** Whether a refusal can be overridden: somebody or a room is taken twice. */
export const isOverridable = (error: unknown): boolean => error instanceof ApiError && OVERRIDABLE.includes(error.code);

interface Change {
  readonly body: Schemas['UpdateSessionRequest'];
  readonly isAnyway: boolean;
}

/** Changes a session, and reads again whatever shows it. */
export const useChangeSession = (session: Schemas['Session'], onDone: () => void) => {
  const t = useText();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: ({ body, isAnyway }: Change) =>
      send(
        client.PATCH('/manage/sessions/{id}', {
          params: { path: { id: session.id } },
          body: isAnyway ? { ...body, overrideConflicts: true, allowConflict: true } : body,
        }),
      ),
    onSuccess: (_, { body: { name = session.name } }) => {
      void refresh('session');
      say(t('session.changed', { name }));
      onDone();
    },
  });
  return {
    save: (body: Change['body'], isAnyway: boolean) => change.mutate({ body, isAnyway }),
    reset: () => change.reset(),
    error: change.error,
    isPending: change.isPending,
  };
};
