import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EditForm } from '../../../edit/edit-form.tsx';
import { useEdit } from '../../../edit/use-edit.ts';
import { useMe } from '../../../session.ts';
import { showColours } from '../../../shell/show-theme.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { settingsQuery } from '../shared/queries.ts';
import { AppParts, Typed } from './app-parts.tsx';
import { ColourField } from './colour-field.tsx';
import { colourOf, fieldsOf } from './fields.ts';
import { LogoField } from './logo-field.tsx';
import { PhotoField } from './photo-field.tsx';
import { Previews } from './previews.tsx';
import { type BrandVersion, brandQuery, publish } from './queries.ts';
import { Readable } from './readable.tsx';
import { VersionLine } from './version-line.tsx';
import { NAMES, paramOf, useThemeWords } from './words.ts';

/** Name, logo and one colour of the brand, and what apps show: to change, beside how it will look. */
export const ThemeForm = ({ version }: { version: BrandVersion }) => {
  const t = useText();
  const queries = useQueryClient();
  const words = useThemeWords();
  const { studio } = useMe();
  const zone = studio.timezone;
  const query = brandQuery(queries);
  const [isTried, setTried] = useState(false);
  const edit = useEdit<BrandVersion>({
    current: version,
    fieldsOf: ({ experience, settings }) => fieldsOf(settings.settings.brand.name, experience.data, zone),
    changedAt: ({ experience, settings }) =>
      [experience.data.updatedAt, settings.settings.updatedAt].toSorted().at(-1) ?? experience.data.updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) => publish(over, changed, zone),
    onSaved: (saved) => {
      setTried(false);
      queries.setQueryData(query.queryKey, saved);
      queries.setQueryData(settingsQuery(undefined).queryKey, saved.settings);
      void queries.invalidateQueries({ queryKey: ['me'] });
      showColours(saved.experience.data.theme.colors.primary);
      say(t('theme.published', { version: saved.experience.data.theme.version }));
    },
  });
  const { name = '', colour: typed = '' } = edit.draft;
  const read = colourOf(typed);
  // While a colour is half typed, the last whole one is shown.
  const [last, setLast] = useState(read ?? version.experience.data.theme.colors.primary);
  if (read !== undefined && read !== last) setLast(read);
  const isChanged = 'colour' in edit.changed;
  const { logoUrl, photoUrl } = version.settings.settings.brand;
  return (
    <>
      <EditForm
        edit={edit}
        words={words}
        className="theme-form"
        saveLabel={t('theme.publish')}
        problem={() => {
          setTried(true);
          return name.trim() === '' ? 'name' : read === undefined ? 'colour' : undefined;
        }}
      >
        <section className="card" aria-labelledby="brand">
          <header>
            <h2 id="brand">{t('theme.partBrand')}</h2>
          </header>
          <div className="body stack" data-gap="wide">
            <div className="fields">
              <Typed edit={edit} path="name" hint={isTried && name.trim() === '' ? t('theme.wantsName') : ''} />
              <div className="one" data-changed={isChanged ? '' : undefined}>
                <ColourField
                  label={t(NAMES.colour)}
                  value={typed}
                  colour={last}
                  onChange={(next) => edit.set('colour', next)}
                  error={isTried && read === undefined ? t('theme.wantsColour') : edit.error?.detail(paramOf('colour'))}
                  hint={isChanged ? t('edit.before', { value: edit.base.colour ?? '' }) : undefined}
                />
              </div>
            </div>
            <LogoField logoUrl={logoUrl} />
            <PhotoField photoUrl={photoUrl} />
          </div>
        </section>
        <Readable colour={last} />
        <AppParts edit={edit} />
        <VersionLine experience={version.experience.data} />
      </EditForm>
      <Previews colour={last} name={name} logoUrl={logoUrl} />
    </>
  );
};
