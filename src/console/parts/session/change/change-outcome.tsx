import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { PREVIEW } from '../../../live/refresh.ts';
import { OutcomeLine } from '../../../ui/notices/outcome-line.tsx';
import { NotifiedLine } from '../outcome-lines.tsx';

type Preview = Schemas['SessionChangePreview'];

/** What a change of a session would do, said by the server. Nothing is asked while nothing is changed. */
export const useChangePreview = (sessionId: string, body: Schemas['UpdateSessionRequest']) =>
  useQuery({
    queryKey: ['session', 'change-preview', sessionId, body],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.PATCH('/manage/sessions/{id}', { params: { path: { id: sessionId }, query: { dry_run: true } }, body }),
      )) as Preview,
    enabled: Object.keys(body).length > 0,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** What another instructor would mean, said by the server. */
export const useSubstitutePreview = (sessionId: string, instructorId: string | undefined) =>
  useQuery({
    queryKey: ['session', 'substitute-preview', sessionId, instructorId],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/manage/sessions/{id}/substitute', {
          params: { path: { id: sessionId }, query: { dry_run: true } },
          body: { instructorId: instructorId ?? '' },
        }),
      )) as Preview,
    enabled: instructorId !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Who is notified of a change, and what it lets them do. */
export const ChangeOutcome = ({ preview }: { preview: Preview | undefined }) => {
  const t = useText();
  if (preview === undefined) return null;
  return (
    <ul className="outcome">
      {preview.becomesFreeToCancel && preview.bookedCount > 0 && (
        <OutcomeLine of={Ticket}>{t('session.changeFree')}</OutcomeLine>
      )}
      <NotifiedLine preview={preview} />
    </ul>
  );
};
