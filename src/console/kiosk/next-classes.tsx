import { HOUR_MS } from '../../kernel/durations.ts';
import { useText } from '../base/texts.tsx';
import type { formatsOf } from '../formats/make-formats.ts';
import type { KioskScreen } from './api.ts';

/** A class that begins within this time is shown with its minutes. */
const SOON_MS = HOUR_MS;

interface NextClassesProps {
  readonly sessions: KioskScreen['next'];
  /** Epoch ms. */
  readonly now: number;
  readonly formats: ReturnType<typeof formatsOf>;
}

export const NextClasses = ({ sessions, now, formats }: NextClassesProps) => {
  const t = useText();
  return (
    <section className="kiosk-next" aria-labelledby="kiosk-next">
      <h2 id="kiosk-next">{t('kiosk.next')}</h2>
      <ul>
        {sessions.slice(0, 4).map(({ id, name, startTime, instructorName, roomName }, index) => {
          const ahead = Date.parse(startTime) - now;
          return (
            <li key={id} data-first={index === 0 ? '' : undefined}>
              <time>{formats.time(startTime)}</time>
              <div>
                <b>{name}</b>
                <span>{[instructorName, roomName].filter((each) => each !== null).join(', ')}</span>
              </div>
              {index === 0 && ahead > 0 && ahead < SOON_MS && (
                <span className="kiosk-in18">{formats.relative(ahead)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
