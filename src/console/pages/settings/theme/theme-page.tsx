import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { type BrandVersion, brandQuery } from '../../../parts/settings/theme-queries.ts';
import { lookFields } from '../../../parts/settings/theme-record.ts';
import { useSettingWords } from '../../../parts/settings/words.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { Previews } from './previews.tsx';
import { Readable } from './readable.tsx';
import { ThemeForm } from './theme-form.tsx';
import { VersionLine } from './version-line.tsx';

/** What is published, for anyone who may not change it. */
const ThemeView = ({ version: { data } }: { version: BrandVersion }) => {
  const t = useText();
  const { studio } = useMe();
  const { nameOf, shownOf } = useSettingWords(lookFields.specs, studio.currency);
  const { name, logoUrl } = data.brand;
  const color = data.theme.colors.primary;
  return (
    <>
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('settings.readOnly')}</p>
        <section className="card" aria-label={t('theme.partBrand')}>
          <header>
            <h2>{t('theme.partBrand')}</h2>
          </header>
          <div className="body">
            <dl className="settings-read ruled">
              {Object.entries(lookFields.valuesOf(data, studio)).map(([path, held]) => (
                <div key={path}>
                  <dt>{nameOf(path)}</dt>
                  <dd>{shownOf(path, held)}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
        <Readable color={color} />
        <VersionLine experience={data} />
      </div>
      <Previews color={color} name={name} logoUrl={logoUrl} />
    </>
  );
};

/** The brand as people see it: its name, logo and color, how they look, and what apps show. */
export const ThemePage = () => {
  const can = useCan();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(brandQuery(queries));
  return (
    <SettingsFrame page="/settings/theme" isWhole={false}>
      {data === undefined ? (
        <div className="stack">
          {error === null ? <SkeletonRows count={6} /> : <LoadError error={error} onRetry={() => void refetch()} />}
        </div>
      ) : can('settings:write') ? (
        <ThemeForm version={data} />
      ) : (
        <ThemeView version={data} />
      )}
    </SettingsFrame>
  );
};
