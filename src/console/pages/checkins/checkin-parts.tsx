import { CircleCheck, DoorOpen, OctagonAlert, Undo2 } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { Status } from '../../ui/notices/status.tsx';
import type { Checkin } from './queries.ts';

/** Whether a client came in, was refused, or was let in all the same. */
export const CheckinStatus = ({ checkin: { status, statusCode, override } }: { checkin: Checkin }) => {
  const t = useText();
  if (statusCode === 'undone') return <Status icon={Undo2}>{t('checkins.undone')}</Status>;
  if (status === 'invalid') {
    return (
      <Status icon={OctagonAlert} tone="critical">
        {t('client.refused')}
      </Status>
    );
  }
  return (
    <Status icon={override === null ? CircleCheck : DoorOpen} tone="positive">
      {t(override === null ? 'checkins.stateValid' : 'checkins.letIn')}
    </Status>
  );
};

/** Who came, and to what. */
export const useCheckinWords = () => {
  const t = useText();
  return {
    whoOf: ({ client }: Checkin): string => client?.fullName ?? t('words.otherSiteClient'),
    whatOf: ({ session }: Checkin): string => session?.name ?? t('client.generalVisit'),
  };
};
