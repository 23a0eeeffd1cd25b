import { type Html, html, jsonElement } from '../../../kernel/html.ts';
import { acceptedTags, languageOf, type StaffLanguage } from '../../../texts/languages.ts';
import { STAFF_LANGUAGES } from '../../../texts/made/languages.ts';
import { pageTexts } from '../../../texts/pages.ts';
import { FILES_PREFIX, type PageBundle } from '../bundle/bundle.ts';
import { firstPicture, framedPage } from './first-picture.ts';

interface PageOptions {
  readonly entry: keyof PageBundle['entries'];
  readonly studio: string;
  readonly themeVersion: string;
  /** Allows the styles that libraries of the page insert. */
  readonly nonce: string;
  readonly cookies: string;
  readonly accepted: string;
  /** What clocks show, by zone: the rules of a browser may be older. */
  readonly clocks: object;
  readonly pathname: string;
  /** Whether someone is signed in, or was: their pages come with the frame. */
  readonly hasSession: boolean;
}

const cookieOf = (cookies: string, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies)?.[1];

/** The language that the person has chosen in this browser, or the first one that the browser asks for and the console has. */
const pageLanguage = ({ cookies, accepted }: PageOptions): StaffLanguage =>
  languageOf([cookieOf(cookies, 'studiod_language'), ...acceptedTags(accepted)], STAFF_LANGUAGES);

/** The frame of the page, in which its first picture stands; undefined where there is none. */
const frameOf = (bundle: PageBundle, options: PageOptions, language: StaffLanguage): Html | undefined => {
  const { entry, studio, cookies, pathname, hasSession } = options;
  const current = entry === 'main' && hasSession ? framedPage(pathname) : undefined;
  if (current === undefined) return undefined;
  const sections = cookieOf(cookies, 'studiod_sections')?.split('-');
  return firstPicture({ studio, texts: bundle.frame[language], current, sections });
};

/**
 * The theme and language that a person has chosen are in cookies, so that the first picture has them. Whatever Today needs is
 * requested together: a script that names the next one would cost a slow line a round trip each time.
 */
export const consoleHtml = (bundle: PageBundle, options: PageOptions): string => {
  const { entry, studio, themeVersion, nonce, cookies, clocks } = options;
  const theme = cookieOf(cookies, 'studiod_theme');
  const { script, preloads } = bundle.entries[entry];
  const language = pageLanguage(options);
  const frame = frameOf(bundle, options, language);
  const scripts = [...preloads, ...(entry === 'main' ? bundle.texts[language] : [])];
  const file = (name: string) => `${FILES_PREFIX}${name}`;
  const chosen = theme === 'light' || theme === 'dark' ? html` data-theme="${theme}"` : undefined;
  return html`<!doctype html>
<html lang="${language}"${chosen}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="csp-nonce" content="${nonce}">
<meta property="csp-nonce" content="${nonce}" nonce="${nonce}">
<title>${studio}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${file(bundle.font)}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${file(bundle.style)}">
${entry === 'kiosk' ? html`<link rel="stylesheet" href="${file(bundle.kioskStyle)}">\n` : undefined}<meta name="later-style" content="${file(bundle.laterStyle)}">
<link rel="stylesheet" href="/console/theme.css?v=${themeVersion}">
${scripts.map((name) => html`<link rel="modulepreload" href="${file(name)}">\n`)}<script type="module" src="${file(script)}"></script>
</head>
<body>
${jsonElement(clocks, 'application/json', 'clocks')}
${frame && html`${frame}\n`}<div id="root"></div>
<noscript>${pageTexts(language, 'informal').console.needsScript}</noscript>
</body>
</html>
`.text;
};
