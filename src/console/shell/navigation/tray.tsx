import { X } from 'lucide-react';
import type { Translate } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { dropWork, useWorks, type Work } from '../../live/long-work.ts';
import { Button, Link } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/notices/progress-bar.tsx';

const STATE_WORDS = { waiting: 'shell.workWaiting', done: 'shell.workDone', failed: 'shell.workFailed' } as const;

const howOf = ({ state, percent, words }: Work, t: Translate): string => {
  if (words !== undefined) return t(words.key, words.values);
  if (state !== 'running') return t(STATE_WORDS[state]);
  return percent === undefined ? t('shell.workRunning') : t('shell.workPercent', { percent });
};

const WorkLine = ({ work, onLeave }: { work: Work; onLeave: (() => void) | undefined }) => {
  const t = useText();
  const { id, label, nameText, state, percent, page } = work;
  const name = nameText === undefined ? work.name : t(nameText);
  const what = t(label, { name });
  const how = howOf(work, t);
  const close = (): void => {
    dropWork(id);
    work.onClose?.();
  };
  return (
    <li data-state={state}>
      <div className="spread">
        <Link to={page} className="clip" {...(onLeave === undefined ? {} : { onPress: onLeave })}>
          {what}
        </Link>
        {(state === 'done' || state === 'failed') && (
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('shell.workClose', { name })}
            onPress={close}
            icon={X}
          />
        )}
      </div>
      {state === 'running' && percent !== undefined && <ProgressBar label={what} percent={percent} />}
      <small className="quiet">{how}</small>
    </li>
  );
};

/** Work that goes on in the background, with how far it is and the way to it. @param onLeave called when its page opens */
export const Tray = ({ onLeave }: { onLeave?: () => void }) => {
  const t = useText();
  const works = useWorks();
  if (works.length === 0) return null;
  return (
    <section className="tray" aria-label={t('shell.work')}>
      <ul>
        {works.map((work) => (
          <WorkLine key={work.id} work={work} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
};
