import { contrastBetween, cssOf, fit, hexOf, type Oklch, oklchOf } from './oklch.ts';

const WHITE = '#ffffff';

type Mode = 'light' | 'dark';

/** Lightness and chroma (percent) of the neutrals, which carry the hue of the brand. */
const NEUTRALS: Readonly<Record<Mode, readonly (readonly [number, number])[]>> = {
  light: [
    [98.5, 0.18],
    [97.2, 0.25],
    [95.5, 0.32],
    [93.4, 0.4],
    [91, 0.5],
    [88.6, 0.55],
    [82.5, 0.7],
    [62.6, 1.2],
    [56, 1.2],
    [50, 1.2],
    [45.2, 1.2],
    [22.5, 1.2],
  ],
  dark: [
    [18.2, 0.45],
    [21.6, 0.55],
    [24.8, 0.65],
    [28.2, 0.7],
    [31.8, 0.8],
    [36, 0.85],
    [43, 0.95],
    [59, 1],
    [63.5, 1],
    [70, 0.9],
    [78, 0.8],
    [95.5, 0.3],
  ],
};

/** Lightness (percent) of the tints, and their share of the chroma of the brand. */
const TINTS: Readonly<Record<Mode, readonly (readonly [number, number])[]>> = {
  light: [
    [98.8, 0.08],
    [97, 0.16],
    [94.6, 0.3],
    [91.6, 0.44],
    [88, 0.56],
    [83, 0.66],
    [76, 0.78],
  ],
  dark: [
    [20, 0.14],
    [23, 0.2],
    [28.5, 0.34],
    [33, 0.42],
    [36, 0.48],
    [42, 0.56],
    [50, 0.66],
  ],
};

/** Moves the lightness of a color until it has `ratio` against each of `grounds`. */
const until = (color: Oklch, ratio: number, grounds: readonly string[], step: number): Oklch => {
  let { l } = color;
  const isShort = (): boolean => grounds.some((ground) => contrastBetween(hexOf({ ...color, l }), ground) < ratio);
  while (l > 0.04 && l < 0.99 && isShort()) l += step;
  return { ...color, l };
};

/** The solid color of the brand, the color of words on it, and the solid under a pointer. */
const solidsOf = (given: Oklch, hue: number, mode: Mode) => {
  let solid = mode === 'dark' && given.l < 0.52 ? { ...given, l: 0.52 } : given;
  const ink = hexOf({ l: 0.19, c: 0.02, h: hue });
  let on = WHITE;
  if (contrastBetween(hexOf(solid), WHITE) < 4.5) {
    if (contrastBetween(hexOf(solid), ink) >= 4.5) on = ink;
    else solid = until(solid, 4.5, [WHITE], -0.004);
  }
  const isWhite = on === WHITE;
  const towards = isWhite ? -0.045 : 0.035;
  const hovered = { ...solid, l: solid.l + (solid.l > 0.92 ? -0.04 : towards) };
  return { solid, on, hover: until(hovered, 4.5, [on], isWhite ? -0.004 : 0.004) };
};

const deriveMode = (given: Oklch, mode: Mode) => {
  const isDark = mode === 'dark';
  const isGrey = given.c < 0.02;
  const h = isGrey ? 75 : given.h;
  const neutrals = NEUTRALS[mode].map(([l, c]) => ({ l: l / 100, c: (c / 100) * (isGrey ? 0.3 : 1), h }));
  const surface = isDark ? (neutrals[1] ?? given) : { l: 1, c: 0, h };
  const tints = TINTS[mode].map(([l, share]) => fit({ l: l / 100, c: Math.min(given.c, 0.15) * share, h }));
  const grounds = [surface, neutrals[0], neutrals[2], tints[2], tints[3]].flatMap((each) => (each ? hexOf(each) : []));
  const away = isDark ? 0.004 : -0.004;
  const marked = { ...given, l: isDark ? Math.max(given.l, 0.6) : Math.min(given.l, 0.72) };
  const worded = { l: isDark ? 0.72 : Math.min(given.l, 0.6), c: Math.min(given.c, isDark ? 0.13 : 0.14), h };
  return {
    neutrals,
    surface,
    tints,
    ...solidsOf(given, h, mode),
    mark: until(marked, 3, grounds, away),
    text: until(worded, 4.6, grounds, away),
    strong: { l: isDark ? 0.93 : 0.3, c: Math.min(given.c, isDark ? 0.05 : 0.07), h },
  };
};

/** Custom properties by name, from `#rrggbb`. Words have a contrast of at least 4.5, marks 3, on every ground. */
export const brandProperties = (color: string, mode: Mode): Readonly<Record<string, string>> => {
  const { neutrals, surface, tints, solid, hover, on, mark, text, strong } = deriveMode(oklchOf(color), mode);
  const numbered = (name: string, colors: readonly Oklch[]) =>
    colors.map((each, index) => [`--${name}-${index + 1}`, cssOf(each)] as const);
  return Object.fromEntries([
    ...numbered('gray', neutrals),
    ['--surface', cssOf(surface)],
    ...numbered('brand', tints),
    ['--brand-solid', cssOf(solid)],
    ['--brand-solid-hover', cssOf(hover)],
    ['--on-brand', cssOf(oklchOf(on))],
    ['--brand-mark', cssOf(mark)],
    ['--brand-text', cssOf(text)],
    ['--brand-strong', cssOf(strong)],
  ]);
};

/** Colors of a brand as `#rrggbb`, for what knows no custom properties: emails. The mix is that of `brandProperties`. */
export const brandColors = (color: string, mode: Mode) => {
  const { neutrals, surface, tints, solid, on, text, strong } = deriveMode(oklchOf(color), mode);
  const hex = (found: Oklch | undefined): string => hexOf(found ?? surface);
  return {
    ground: hex(mode === 'dark' ? neutrals[0] : neutrals[2]),
    card: hex(mode === 'dark' ? neutrals[2] : surface),
    line: hex(neutrals[5]),
    text: hex(neutrals[11]),
    quiet: hex(neutrals[10]),
    link: hex(text),
    button: hex(solid),
    onButton: on,
    tint: hex(tints[2]),
    onTint: hex(strong),
  };
};

/** What was done to a color so that it can be read: `softer` is less of it, with the same lightness. */
export type Repair = 'darker' | 'lighter' | 'softer';

/** How far two lightnesses or chromas are one to the eye. */
const ALIKE = 0.006;

const repairOf = (given: Oklch, used: Oklch): Repair | undefined => {
  if (used.l < given.l - ALIKE) return 'darker';
  if (used.l > given.l + ALIKE) return 'lighter';
  return used.c < fit(given).c - ALIKE ? 'softer' : undefined;
};

/** Names of hues, each up to an angle in degrees. */
const HUES = [
  [12, 'pink'],
  [38, 'red'],
  [75, 'orange'],
  [115, 'yellow'],
  [165, 'green'],
  [215, 'teal'],
  [277, 'blue'],
  [325, 'purple'],
  [360, 'pink'],
] as const;

/** The name of a color. */
export type Hue = (typeof HUES)[number][1] | 'grey';

const hueOf = ({ c, h }: Oklch): Hue => (c < 0.03 ? 'grey' : (HUES.find(([end]) => h <= end)?.[1] ?? 'pink'));

/** How well what is made of a color can be read, as contrasts from 1 to 21, and what was done for it. */
export const brandReading = (color: string) => {
  const given = oklchOf(color);
  const light = deriveMode(given, 'light');
  const dark = deriveMode(given, 'dark');
  const on = ({ surface }: typeof light, used: Oklch): number => contrastBetween(hexOf(used), hexOf(surface));
  return {
    hue: hueOf(given),
    buttons: {
      ratio: contrastBetween(hexOf(light.solid), light.on),
      white: contrastBetween(color, WHITE),
      isDark: light.on !== WHITE,
      repair: repairOf(given, light.solid),
    },
    words: { ratio: on(light, light.text), repair: repairOf(given, light.text) },
    marks: { ratio: on(light, light.mark), repair: repairOf(given, light.mark) },
    dark: { ratio: on(dark, dark.mark), repair: repairOf(given, dark.mark) },
  };
};

/** The colors of an example of the brand's pages, as `#rrggbb`. */
export const brandExample = (color: string, mode: Mode) => {
  const { neutrals, mark } = deriveMode(oklchOf(color), mode);
  const { ground, card, ...colors } = brandColors(color, mode);
  return {
    ...colors,
    mark: hexOf(mark),
    mailGround: ground,
    mailCard: card,
    ground: hexOf(neutrals[0] ?? mark),
    surface: mode === 'dark' ? hexOf(neutrals[1] ?? mark) : WHITE,
  };
};

const rule = (selector: string, color: string, mode: Mode): string => {
  const properties = Object.entries(brandProperties(color, mode)).map(([name, value]) => `  ${name}: ${value};`);
  return `${selector} {\n${properties.join('\n')}\n}`;
};

/** The stylesheet with the colors of a brand, light and dark. It belongs to the layer `tokens` of the console's stylesheet. */
export const brandThemeCss = (color: string): string => {
  const dark = rule(':root:not([data-theme])', color, 'dark');
  return `@layer tokens {
${rule(':root', color, 'light')}
${rule("[data-theme='dark']", color, 'dark')}
@media (prefers-color-scheme: dark) {
${dark}
}
}
`;
};
