import { useMutation, useQuery } from '@tanstack/react-query';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { useAttendance } from '../../parts/desk/attendance.ts';
import { isSoon } from '../../parts/desk/soon.ts';
import { soldBookingQuery } from '../../parts/sell/queries.ts';
import { useCan, useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';

/** A place in a class that was sold with a plan, and who has it. */
export interface Booked {
  readonly bookingId: string;
  readonly name: string;
}

/** The class of a sale: its name and time, and, for a class that is soon, the act that most often comes next. */
export const SoldPlace = ({ bookingId, name, onCheckedIn }: Booked & { readonly onCheckedIn: () => void }) => {
  const t = useText();
  const can = useCan();
  const now = useNow();
  const { dayTime } = useFormats(useSite().timezone);
  const { checkIn } = useAttendance();
  const { data } = useQuery(soldBookingQuery(bookingId));
  const enter = useMutation({
    // It is kept where there is no connection.
    networkMode: 'always',
    mutationFn: (sessionId: string) => checkIn([{ id: bookingId, sessionId, name }]),
    onSuccess: onCheckedIn,
  });
  const { session, status, sessionId } = data ?? {};
  if (session == null || sessionId === undefined) return null;
  const mayEnter = status === 'confirmed' && isSoon(session.startTime, now) && Date.parse(session.endTime) > now;
  return (
    <>
      <p className="row" data-wrap="">
        {t('palette.classAt', { name: session.name, time: dayTime(session.startTime) })}
        {mayEnter && can('bookings:check_in') && (
          <Button size="small" isPending={enter.isPending} onPress={() => enter.mutate(sessionId)}>
            {t('words.checkIn')}
          </Button>
        )}
      </p>
      <ActionError error={enter.error} isLine />
    </>
  );
};
