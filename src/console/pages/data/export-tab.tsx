import { Download } from 'lucide-react';
import { EXPORTED } from '../../base/families.ts';
import { useText } from '../../base/texts.tsx';
import { useConfirmedPassword } from '../../forms/password/confirm-password.tsx';
import { useExpectJob } from '../../live/jobs/use-watched-jobs.ts';
import { useHasHouseholds } from '../../parts/client/has-households.ts';
import { Button } from '../../ui/button.tsx';

const FORMATS = ['csv', 'json'] as const;

/** Every record of the studio as files. */
export const ExportTab = () => {
  const t = useText();
  const afterPassword = useConfirmedPassword();
  const expectJob = useExpectJob();
  const hasHouseholds = useHasHouseholds();
  return (
    <>
      <p className="quiet">{t('data.exportLead')}</p>
      {EXPORTED.map(({ title, families }) => (
        <section key={title} className="card" aria-label={t(title)}>
          <header>
            <h2>{t(title)}</h2>
          </header>
          <ul className="file-list ruled">
            {families.map(([family, holds]) =>
              family === 'households' && !hasHouseholds ? null : (
                <li key={family} className="spread">
                  <span>{t(holds)}</span>
                  <span className="row">
                    {FORMATS.map((format) => (
                      <Button
                        key={format}
                        size="small"
                        aria-label={t('data.exportOf', { format: format.toUpperCase(), what: t(holds) })}
                        onPress={() =>
                          afterPassword(t('data.download'), () => {
                            location.assign(`/manage/exports/${family}?format=${format}`);
                            expectJob();
                          })
                        }
                        icon={Download}
                      >
                        {format.toUpperCase()}
                      </Button>
                    ))}
                  </span>
                </li>
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  );
};
