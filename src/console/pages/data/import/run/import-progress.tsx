import { CircleCheck, RotateCw } from 'lucide-react';
import { IMPORTED } from '../../../../base/families.ts';
import { useText } from '../../../../base/texts.tsx';
import { useFormats } from '../../../../formats/use-formats.ts';
import { Button, Link } from '../../../../ui/button.tsx';
import { ActionError, LoadError } from '../../../../ui/notices/errors.tsx';
import { ProgressBar } from '../../../../ui/notices/progress-bar.tsx';
import { Status } from '../../../../ui/notices/status.tsx';
import { BadRowsButton } from './bad-rows-button.tsx';
import { forgetImport, type RunningImport, retryImport } from './running-import.ts';

const TITLES = { failed: 'data.notImported', unknown: 'data.importUnknown' } as const;

/** How far an import is, or what came of it. */
export const ImportProgress = ({ running }: { running: RunningImport }) => {
  const t = useText();
  const { number } = useFormats();
  const { chosen, check, state, done, total, result, error } = running;
  const skipped = result?.skipped ?? 0;
  const percent = total === 0 ? 0 : (100 * done) / total;
  const family = IMPORTED.find(({ id }) => id === chosen.family);
  return (
    <section className="card" aria-labelledby="import-runs" aria-live="polite">
      <header>
        <h2 id="import-runs">{state === 'failed' || state === 'unknown' ? t(TITLES[state]) : chosen.name}</h2>
      </header>
      <div className="body stack">
        {state === 'running' && (
          <>
            <ProgressBar label={t('data.importing')} percent={percent} />
            <p>
              {total === 0
                ? t('data.importBegins')
                : t('data.importProgress', { done: number(done), total: number(total) })}
            </p>
            <p className="quiet">{check.bad === 0 ? t('data.importGoesOn') : t('data.importGoesOnFine')}</p>
          </>
        )}
        {state === 'done' && (
          <Status icon={CircleCheck} tone="positive">
            {t('data.imported', { rows: (result?.rows ?? total) - skipped })}
          </Status>
        )}
        {skipped > 0 && <p>{t('data.rowsSkipped', { count: skipped })}</p>}
        {state === 'failed' && <LoadError error={error} />}
        {state === 'unknown' && (
          <>
            <p>{t('data.importUnknownText')}</p>
            <ActionError error={error} />
          </>
        )}
      </div>
      {state !== 'running' && (
        <footer className="row" data-wrap="">
          {state === 'done' && family !== undefined && (
            <Link to={family.to} className="button" variant="primary">
              {t('data.show', { what: t(family.label) })}
            </Link>
          )}
          {state === 'unknown' && (
            <Button variant="primary" onPress={retryImport} icon={RotateCw}>
              {t('words.retry')}
            </Button>
          )}
          {skipped > 0 && <BadRowsButton chosen={chosen} check={check} />}
          <Button onPress={forgetImport}>{t('data.another')}</Button>
        </footer>
      )}
    </section>
  );
};
