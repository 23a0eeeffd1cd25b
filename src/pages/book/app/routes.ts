import type { AnyElysia } from 'elysia';
import type { Read } from '../../../database/database.ts';
import { router } from '../../../http/operations/mount.ts';
import { type ContentSource, staticContent } from '../../../http/static-content.ts';
import { currentExperience } from '../../../resources/experience/queries.ts';
import { brandSettings } from '../../../resources/settings/queries.ts';
import { ownFile } from '../own-file.ts';
import { BOOK_PATH } from '../paths.ts';
import { ICON_SIZES, iconGround, iconOf } from './icon.ts';
import serviceWorker from './sw.js' with { type: 'text' };

interface AppDeps {
  readonly view: () => Read;
  /** The name and the color of the studio. */
  readonly brand: (read: Read) => { readonly studio: string; readonly color: string };
  readonly rootUrl: () => string;
}

const SECURITY = { 'x-content-type-options': 'nosniff' };
const iconPath = (size: number): string => `${BOOK_PATH}/icon-${size}.png`;

/** What makes the pages an app on a phone: the manifest, its icons, and what works without a connection. */
export const appRoutes = ({ view, brand, rootUrl }: AppDeps): AnyElysia => {
  const facts = () => {
    const read = view();
    const logoUrl = currentExperience(read).theme.logoUrl ?? brandSettings(read).logoUrl;
    return {
      ...brand(read),
      logo: ownFile({ read, rootUrl: rootUrl() }, logoUrl),
      language: brandSettings(read).locale,
    };
  };
  const manifest = (): string => {
    const { studio, color, logo, language } = facts();
    const drawn = ICON_SIZES.flatMap((size) =>
      ['any', 'maskable'].map((purpose) => {
        const src = `${iconPath(size)}?v=${color.slice(1)}`;
        return { src, sizes: `${size}x${size}`, type: 'image/png', purpose };
      }),
    );
    return JSON.stringify({
      id: BOOK_PATH,
      name: studio,
      short_name: studio.length > 12 ? (studio.split(' ')[0] ?? studio) : studio,
      lang: language,
      start_url: BOOK_PATH,
      scope: BOOK_PATH,
      display: 'standalone',
      theme_color: color,
      // The ground of the icons: a manifest has one color for light and dark, and white blinds at night.
      background_color: iconGround(color),
      icons: [...(logo === undefined ? [] : [{ src: logo, sizes: 'any' }]), ...drawn],
    });
  };
  const part = (type: string, make: ContentSource['make'], headers: Record<string, string> = {}) =>
    staticContent({ type, make, headers: { ...SECURITY, ...headers }, version: () => JSON.stringify(facts()) });
  const routes = router();
  const files = {
    [`${BOOK_PATH}/manifest.webmanifest`]: part('application/manifest+json; charset=utf-8', manifest),
    [`${BOOK_PATH}/sw.js`]: part('text/javascript; charset=utf-8', () => serviceWorker, {
      'service-worker-allowed': BOOK_PATH,
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    }),
    ...Object.fromEntries(
      ICON_SIZES.map((size) => [iconPath(size), part('image/png', async () => iconOf(facts().color, size))]),
    ),
  };
  for (const [path, respond] of Object.entries(files)) routes.get(path, ({ request }) => respond(request));
  return routes;
};
