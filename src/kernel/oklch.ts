/** A color by lightness (0 to 1), chroma and hue (degrees). */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

/** The three parts of `#rrggbb`, 0 to 1, linear in light. */
const linearOf = (hex: string): readonly [number, number, number] => {
  const part = (index: number): number => toLinear(Number.parseInt(hex.slice(index, index + 2), 16) / 255);
  return [part(1), part(3), part(5)];
};

export const oklchOf = (hex: string): Oklch => {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { l: lightness, c: Math.hypot(x, y), h: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360 };
};

const linearRgb = ({ l, c, h }: Oklch): readonly number[] => {
  const x = c * Math.cos((h * Math.PI) / 180);
  const y = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const medium = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

/** The nearest color that a screen can show: with the same lightness and hue, and less chroma. */
export const fit = (color: Oklch): Oklch => {
  const isShown = (c: number): boolean =>
    linearRgb({ ...color, c }).every((value) => value >= -0.0005 && value <= 1.0005);
  if (isShown(color.c)) return color;
  let low = 0;
  let high = color.c;
  for (let step = 0; step < 18; step++) {
    const middle = (low + high) / 2;
    if (isShown(middle)) low = middle;
    else high = middle;
  }
  return { ...color, c: low };
};

export const hexOf = (color: Oklch): string => {
  const rgb = linearRgb(fit(color)).map((value) =>
    Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, value)))) * 255),
  );
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

/** The relative luminance of `#rrggbb` (WCAG 2), 0 to 1. */
const luminanceOf = (hex: string): number => {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The contrast of two colors as `#rrggbb` (WCAG 2), 1 to 21. */
export const contrastBetween = (one: string, other: string): number => {
  const [left, right] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
};

export const cssOf = (color: Oklch): string => {
  const { l, c, h } = fit(color);
  return `oklch(${+(l * 100).toFixed(2)}% ${+c.toFixed(4)} ${+h.toFixed(1)})`;
};
