import type { Translate } from '../../../texts/translate.ts';
import { nowMs } from '../../base/time/now.ts';
import type { Formats } from '../../formats/use-formats.ts';
import type { FoundClient } from './search.ts';

const classAt = (t: Translate, formats: Formats, name: string, startTime: string): string =>
  t('palette.classAt', { name, time: formats.time(startTime) });

/** What pays, in a few words: `Ten classes, 7 left`. */
const packageWords = ({ package: paying }: FoundClient, t: Translate): string => {
  if (paying === null) return t('palette.noPackage');
  const { name, creditsRemaining: count, creditsHeld: held } = paying;
  return count === null ? name : t('words.passLeft', { name, count, held });
};

/** Where a client stands today: expected, here, waiting, or what they could come with. */
export const standingOf = (client: FoundClient, t: Translate, formats: Formats): string => {
  const { booking } = client;
  if (client.status === 'suspended') return t('words.suspendedFlag');
  if (booking === null) return t('palette.notBooked', { package: packageWords(client, t) });
  const what = classAt(t, formats, booking.sessionName, booking.startTime);
  switch (booking.status) {
    case 'attended':
      return t('palette.hereAt', { time: formats.time(booking.checkedInAt ?? booking.startTime), what });
    case 'waitlisted': {
      const { offerExpiresAt, waitlistPosition } = booking;
      return offerExpiresAt !== null && Date.parse(offerExpiresAt) > nowMs()
        ? t('palette.offerAt', { time: formats.dayTime(offerExpiresAt), what })
        : t('palette.waitsAt', { place: t('words.place', { place: waitlistPosition ?? 1 }), what });
    }
    case 'noshow':
      return t('palette.missedAt', { what });
    default:
      return t('palette.expectedAt', { what });
  }
};

/** The default act of a client, in words: what Enter does. */
export const actWords = ({ act, nextSession }: FoundClient, t: Translate, formats: Formats): string => {
  switch (act.type) {
    case 'check_in':
      return t('words.checkIn');
    case 'book':
      return nextSession === null
        ? t('words.book')
        : t('palette.bookAt', { time: formats.time(nextSession.startTime) });
    case 'sell_and_book':
      return t('palette.sellAndBook');
    case 'sell':
      return t('words.sell');
    default:
      return t('palette.open');
  }
};
