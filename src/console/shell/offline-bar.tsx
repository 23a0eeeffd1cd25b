import { CircleAlert, WifiOff, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { makeStore } from '../base/store.ts';
import { useText } from '../base/texts.tsx';
import { later, nowMs } from '../base/time/now.ts';
import { useFormats } from '../formats/use-formats.ts';
import { useRefresh } from '../live/refresh.ts';
import { dropKept, keptCheckIns, sendKeptCheckIns, useKeptCheckIns } from '../parts/desk/offline-check-ins.ts';
import { useMe, useSite } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { say } from '../ui/overlays/toasts.tsx';
import { Icon } from '../ui/pictures/icon.tsx';

/** When the connection was lost, epoch ms. */
const lostAt = makeStore<number | undefined>(navigator.onLine ? undefined : nowMs(), () => {
  const onChange = (): void => lostAt.set(navigator.onLine ? undefined : (lostAt.get() ?? nowMs()));
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
});

/** When the connection was lost, epoch ms; undefined while there is a connection. */
export const useLostAt = lostAt.use;

/** How often kept check-ins are tried again. */
const EVERY_MS = 15_000;

const waitingOf = <Item extends { readonly refused?: string }>(items: readonly Item[]): Item[] =>
  items.filter(({ refused }) => refused === undefined);

/** The check-ins that this person has kept, sent when the page opens, when the connection is back, and now and then. */
const useOwnKept = (isLive: boolean) => {
  const t = useText();
  const refresh = useRefresh();
  const { id: staffId } = useMe().staff;
  const own = useKeptCheckIns().filter((each) => each.staffId === staffId);
  const waiting = waitingOf(own).length;
  const send = useEffectEvent(async (): Promise<void> => {
    const before = waitingOf(keptCheckIns()).length;
    const count = await sendKeptCheckIns(staffId);
    if (count > 0) say(t('shell.keptSent', { count }));
    if (waitingOf(keptCheckIns()).length === before) return;
    void refresh('booking', 'checkin');
  });
  const isWaiting = waiting > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream that opens again says that the server is back.
  useEffect(() => {
    if (!isWaiting) return;
    let end = (): void => {};
    const again = (): void => {
      void send();
      end = later(again, EVERY_MS);
    };
    const online = (): void => void send();
    // What is kept just now has only just failed.
    if (navigator.onLine) again();
    else end = later(again, EVERY_MS);
    window.addEventListener('online', online);
    return () => {
      end();
      window.removeEventListener('online', online);
    };
  }, [isWaiting, isLive]);
  return { waiting, refused: own.filter(({ refused }) => refused !== undefined) };
};

/** Says that the connection is lost, from when what is shown is, and what is kept until it is back. */
export const OfflineBar = ({ isLive }: { isLive: boolean }) => {
  const t = useText();
  const since = useLostAt();
  const { time } = useFormats(useSite().timezone);
  const { waiting, refused } = useOwnKept(isLive);
  return (
    <div className="shell-notices">
      {(since !== undefined || waiting > 0) && (
        <div className="notice" data-tone="caution" role="status">
          <Icon of={WifiOff} />
          <span className="text">
            {since !== undefined && <span>{t('shell.offline', { time: time(since) })} </span>}
            <span>{waiting > 0 ? t('shell.keptCheckIns', { count: waiting }) : t('shell.keepsCheckIns')}</span>
            {since !== undefined && <span> {t('shell.othersWait')}</span>}
          </span>
        </div>
      )}
      {refused.map(({ key, name, at, refused: reason = '' }) => (
        <div key={key} className="notice" data-tone="critical" role="alert">
          <Icon of={CircleAlert} />
          <span className="text">{t('shell.keptRefused', { name, time: time(at), reason })}</span>
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('words.close')}
            onPress={() => dropKept(key)}
            icon={X}
          />
        </div>
      ))}
    </div>
  );
};
