import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { type BrandVersion, brandQuery, publish } from '../../../parts/settings/theme-queries.ts';
import { colourOf, lookFields } from '../../../parts/settings/theme-record.ts';
import { useShownOfSetting } from '../../../parts/settings/words.ts';
import { showColours } from '../../../shell/show-theme.ts';
import { AppParts } from './app-parts.tsx';
import { ColourField } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';
import { PhotoField } from './photo-field.tsx';
import { Previews } from './previews.tsx';
import { Readable } from './readable.tsx';
import { VersionLine } from './version-line.tsx';

const COLOUR = 'theme.colors.primary';

/** Name, logo and one colour of the brand, and what apps show: to change, beside how it will look. */
export const ThemeForm = ({ version }: { version: BrandVersion }) => {
  const t = useText();
  const queries = useQueryClient();
  const form = useEditedRecord(lookFields, {
    kind: 'settings',
    version,
    query: brandQuery(queries),
    shown: useShownOfSetting(lookFields.specs, ''),
    keepsHints: true,
    write: (body, _, over) => publish(over, body),
    saved: ({ data }) => t('theme.published', { version: data.theme.version }),
    onSaved: ({ data }) => {
      showColours(data.theme.colors.primary);
    },
  });
  const { [COLOUR]: typed, 'brand.name': name } = form.draft;
  const read = colourOf(typed);
  // While a colour is half typed, the last whole one is shown.
  const [last, setLast] = useState(read ?? version.data.theme.colors.primary);
  if (read !== undefined && read !== last) setLast(read);
  const { logoUrl, photoUrl } = version.data.brand;
  return (
    <>
      <PageForm form={form} className="theme-form" act={t('theme.publish')}>
        <section className="card" aria-labelledby="brand">
          <header>
            <h2 id="brand">{t('theme.partBrand')}</h2>
          </header>
          <div className="body stack" data-gap="wide">
            <FormFields
              form={form}
              only={['brand.name', COLOUR]}
              drawn={{
                [COLOUR]: (
                  <ColourField
                    name={COLOUR}
                    label={form.words.nameOf(COLOUR)}
                    value={typed}
                    colour={last}
                    onChange={(next) => form.set(COLOUR, next)}
                    error={form.errorOf(COLOUR)}
                    hint={form.wasOf(COLOUR)}
                  />
                ),
              }}
              isGrid
            />
            <LogoField logoUrl={logoUrl} />
            <PhotoField photoUrl={photoUrl} />
          </div>
        </section>
        <Readable colour={last} />
        <AppParts form={form} />
        <VersionLine experience={version.data} />
      </PageForm>
      <Previews colour={last} name={name} logoUrl={logoUrl} />
    </>
  );
};
