import { useEffect } from 'react';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';

const MINUTE_MS = 60_000;
const SOON_MS = 10 * MINUTE_MS;

const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** How long an offer still holds a seat. The roster is read again at the moment when the offer lapses. */
export const OfferClock = ({ expiresAt, zone }: { expiresAt: string; zone: string }) => {
  const t = useText();
  const { dayTime, relative } = useFormats(zone);
  const refresh = useRefresh();
  const left = Date.parse(expiresAt) - useNow(1_000);
  const hasLapsed = left <= 0;
  useEffect(() => {
    if (hasLapsed) void refresh('booking');
  }, [hasLapsed, refresh]);
  if (hasLapsed) return t('session.offerLapsed');
  if (left < SOON_MS) return t('session.offerLapsesSoon', { left: minutesAndSeconds(left) });
  return t('session.offerLapses', { time: dayTime(expiresAt), when: relative(left) });
};
