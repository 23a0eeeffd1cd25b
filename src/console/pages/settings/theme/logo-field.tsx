import { client, send } from '../../../api/client.ts';
import { base64Of } from '../../../ui/pictures/pictures.ts';
import { BrandPicture } from './brand-picture.tsx';

const WORDS = {
  label: 'theme.logo',
  hint: 'theme.logoHint',
  now: 'theme.logoNow',
  small: 'theme.logoSmall',
  saved: 'theme.logoSaved',
  remove: 'theme.logoRemove',
  removed: 'theme.logoRemoved',
} as const;

/** The logo of the brand. */
export const LogoField = ({ logoUrl }: { logoUrl: string | null }) => (
  <BrandPicture
    url={logoUrl}
    words={WORDS}
    store={async (picture) => send(client.PUT('/manage/brand/logo', { body: { image: await base64Of(picture) } }))}
    remove={() => send(client.DELETE('/manage/brand/logo'))}
  />
);
