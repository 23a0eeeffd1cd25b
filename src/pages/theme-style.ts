import { type Html, html, styleElement } from '../kernel/html.ts';
import { contrastOf, luminanceOf, MIN_CONTRAST } from '../resources/experience/contrast.ts';
import type { Colors } from '../resources/experience/shapes.ts';

/** Families that a browser chooses itself; their names stand without quotes. */
const GENERIC = ['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'ui-rounded', 'ui-serif'];

/** The value of `font-family`: the given names, then the font of the device. */
const fontsOf = (fontFamily: string): string => {
  const names = fontFamily.split(',').flatMap((name) => name.trim() || []);
  return [...names.map((name) => (GENERIC.includes(name) ? name : `"${name}"`)), 'system-ui', 'sans-serif'].join(', ');
};

/** The color of errors on a surface: a red that can be read, or the color of the text where no red can. */
const wrongOn = (surface: string, text: string): string =>
  ['#b3261e', '#ff9d92'].find((red) => contrastOf(red, surface) >= MIN_CONTRAST) ?? text;

/** The colors of a page, the same whatever scheme the device has: the studio has checked these. */
const colorsStyle = ({ primary, onPrimary, background, surface, text, mutedText }: Colors): string => `  :root {
    --ink: ${text}; --soft: ${mutedText}; --paper: ${surface}; --ground: ${background};
    --line: color-mix(in srgb, ${text} 30%, ${surface}); --line-control: ${mutedText};
    --accent: ${primary}; --on-accent: ${onPrimary}; --focus: ${text}; --wrong: ${wrongOn(surface, text)}; color-scheme: ${luminanceOf(surface) > 0.18 ? 'light' : 'dark'};
  }
  header img { padding: 0; background: none; }
`;

/** It is after the style of a page; there is none for the built-in theme. Without `colors` the page keeps its own. */
export const themeStyle = (colors: Colors | undefined, fontFamily: string | null): Html | undefined => {
  const fonts = fontFamily === null ? '' : `  :root { font-family: ${fontsOf(fontFamily)}; }\n`;
  const style = (colors === undefined ? '' : colorsStyle(colors)) + fonts;
  return style === '' ? undefined : html`${styleElement(`\n${style}`)}\n`;
};
