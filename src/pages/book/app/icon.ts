import { brandColors } from '../../../kernel/brand-theme.ts';
import { hexOf, oklchOf } from '../../../kernel/oklch.ts';
import { Picture } from '../../share/png.ts';

/** The sizes that browsers request. */
export const ICON_SIZES = [192, 512] as const;

/** The bars of the mark, in a square of 24: where they begin, how long they are, and how strong. */
const BARS = [
  { left: 4, top: 9, height: 11, strength: 1 },
  { left: 10.3, top: 4, height: 16, strength: 1 },
  { left: 16.6, top: 12, height: 8, strength: 0.62 },
] as const;
const WIDTH = 3.4;
/** The mark takes so much of the picture, which phones cut to a circle. */
const SHARE = 0.52;
const STEPS = 15;

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const paletteOf = (from: string, to: string): string[] => {
  const [first, last] = [channels(from), channels(to)];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const mixed = first.map((each, index) => Math.round(each + (((last[index] ?? 0) - each) * step) / STEPS));
    return `#${mixed.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
  });
};

/** How much of a pixel is in a bar with round ends, 0 to 1: by the distance to its middle line. */
const coverage = (x: number, y: number, [middle, top, bottom, radius]: readonly [number, number, number, number]) => {
  const nearest = Math.min(Math.max(y, top + radius), bottom - radius);
  return Math.min(1, Math.max(0, radius - Math.hypot(x - middle, y - nearest) + 0.5));
};

const colorsOf = (color: string) => brandColors(hexOf(oklchOf(color)), 'light');

/** What is behind the mark, in the color of the studio. */
export const iconGround = (color: string): string => colorsOf(color).button;

/** The icon of the studio on the home screen of a phone: the mark in its color. */
export const iconOf = (color: string, size: number): Uint8Array<ArrayBuffer> => {
  const { button, onButton } = colorsOf(color);
  const picture = new Picture(size, size, paletteOf(button, onButton));
  const scale = (size * SHARE) / 24;
  const margin = (size - size * SHARE) / 2;
  for (const { left, top, height, strength } of BARS) {
    const [x0, y0] = [margin + left * scale, margin + top * scale];
    const [x1, y1] = [x0 + WIDTH * scale, y0 + height * scale];
    const bar = [(x0 + x1) / 2, y0, y1, (x1 - x0) / 2] as const;
    for (let y = Math.floor(y0) - 1; y <= y1 + 1; y += 1) {
      for (let x = Math.floor(x0) - 1; x <= x1 + 1; x += 1) {
        const step = Math.round(coverage(x + 0.5, y + 0.5, bar) * strength * STEPS);
        if (step > 0) picture.fill(x, y, 1, 1, step);
      }
    }
  }
  return picture.png();
};
