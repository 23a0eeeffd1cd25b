// Contrast as WCAG 2.2 defines it, for colors such as #0b7a5c.

export const MIN_CONTRAST = 4.5;

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** The relative luminance of a color, 0 for black to 1 for white. */
export const luminanceOf = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
};

/** The contrast of two colors, 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [left, right] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
};
