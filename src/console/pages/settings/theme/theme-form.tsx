import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { type BrandVersion, brandQuery, publish } from '../../../parts/settings/theme-queries.ts';
import { colorOf, lookFields } from '../../../parts/settings/theme-record.ts';
import { useShownOfSetting } from '../../../parts/settings/words.ts';
import { base64Of, photoCrops, widePhoto } from '../../../ui/pictures/pictures.ts';
import { AppParts } from './app-parts.tsx';
import { BrandPicture } from './brand-picture.tsx';
import { ColorField } from './color-field.tsx';
import { Previews } from './previews.tsx';
import { Readable } from './readable.tsx';
import { VersionLine } from './version-line.tsx';

const PHOTO_WORDS = {
  label: 'theme.photo',
  hint: 'theme.photoHint',
  now: 'theme.photoNow',
  small: 'theme.photoSmall',
  saved: 'theme.photoSaved',
  remove: 'theme.photoRemove',
  removed: 'theme.photoRemoved',
} as const;

const store = async (photo: Blob): Promise<unknown> => {
  const { wide, small } = await photoCrops(photo);
  const body = { image: await base64Of(wide), small: await base64Of(small) };
  return send(client.PUT('/manage/brand/photo', { body }));
};

/** The photo above the timetable that strangers see, cut for both screens. */
const PhotoField = ({ photoUrl }: { photoUrl: string | null }) => (
  <BrandPicture
    url={photoUrl}
    words={PHOTO_WORDS}
    draw={widePhoto}
    store={store}
    remove={() => send(client.DELETE('/manage/brand/photo'))}
  />
);

const LOGO_WORDS = {
  label: 'theme.logo',
  hint: 'theme.logoHint',
  now: 'theme.logoNow',
  small: 'theme.logoSmall',
  saved: 'theme.logoSaved',
  remove: 'theme.logoRemove',
  removed: 'theme.logoRemoved',
} as const;

const LogoField = ({ logoUrl }: { logoUrl: string | null }) => (
  <BrandPicture
    url={logoUrl}
    words={LOGO_WORDS}
    store={async (picture) => send(client.PUT('/manage/brand/logo', { body: { image: await base64Of(picture) } }))}
    remove={() => send(client.DELETE('/manage/brand/logo'))}
  />
);

/** Shows the colors of a theme that was just published, without a moment between the old and the new ones. */
const showColors = (color: string): void => {
  const old = document.querySelector<HTMLLinkElement>('link[href^="/console/theme.css"]');
  const href = `/console/theme.css?v=${color.slice(1).toLowerCase()}`;
  if (old === null || old.getAttribute('href') === href) return;
  const next = document.createElement('link');
  next.rel = 'stylesheet';
  next.href = href;
  next.onload = () => old.remove();
  old.after(next);
};

const COLOR = 'theme.colors.primary';

/** Name, logo and one color of the brand, and what apps show: to change, beside how it will look. */
export const ThemeForm = ({ version }: { version: BrandVersion }) => {
  const t = useText();
  const queries = useQueryClient();
  const form = useEditedRecord(lookFields, {
    kind: 'settings',
    version,
    query: brandQuery(queries),
    shown: useShownOfSetting(lookFields.specs, ''),
    keepsHints: true,
    write: async (body, _, over) => {
      const published = await publish(over, body);
      showColors(published.data.theme.colors.primary);
      return published;
    },
    saved: ({ data }) => t('theme.published', { version: data.theme.version }),
  });
  const { [COLOR]: typed, 'brand.name': name } = form.draft;
  const read = colorOf(typed);
  // While a color is half typed, the last whole one is shown.
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
              only={['brand.name', COLOR]}
              drawn={{
                [COLOR]: (
                  <ColorField
                    name={COLOR}
                    label={form.words.nameOf(COLOR)}
                    value={typed}
                    color={last}
                    onChange={(next) => form.set(COLOR, next)}
                    error={form.errorOf(COLOR)}
                    hint={form.wasOf(COLOR)}
                  />
                ),
              }}
              isGrid
            />
            <LogoField logoUrl={logoUrl} />
            <PhotoField photoUrl={photoUrl} />
          </div>
        </section>
        <Readable color={last} />
        <AppParts form={form} />
        <VersionLine experience={version.data} />
      </PageForm>
      <Previews color={last} name={name} logoUrl={logoUrl} />
    </>
  );
};
