import { describe, expect, test } from 'bun:test';
import {
  brandColors,
  brandExample,
  brandProperties,
  brandReading,
  brandThemeCss,
} from '../../src/kernel/brand-theme.ts';
import { contrastBetween, hexOf, oklchOf } from '../../src/kernel/oklch.ts';

const COLORS = ['#0f766e', '#e4572e', '#f2c94c', '#808080', '#123456', '#b91c1c', '#ffffff', '#000000'];

/** `oklch(51.09% 0.0861 186.4)` as `#rrggbb`. */
const hexOfCss = (css = ''): string => {
  const [l = 0, c = 0, h = 0] = css.slice('oklch('.length, -1).replace('%', '').split(' ').map(Number);
  return hexOf({ l: l / 100, c, h });
};

for (const mode of ['light', 'dark'] as const) {
  test.each(COLORS)(`words and marks of %s can be read on every ground, ${mode}`, (colour) => {
    const properties = brandProperties(colour, mode);
    const of = (name: string): string => hexOfCss(properties[`--${name}`]);
    for (const ground of ['surface', 'gray-1', 'gray-3', 'brand-3', 'brand-4']) {
      expect(contrastBetween(of('brand-text'), of(ground))).toBeGreaterThanOrEqual(4.5);
      expect(contrastBetween(of('brand-strong'), of(ground))).toBeGreaterThanOrEqual(4.5);
      expect(contrastBetween(of('brand-mark'), of(ground))).toBeGreaterThanOrEqual(2.99);
      expect(contrastBetween(of('gray-12'), of(ground))).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastBetween(of('on-brand'), of('brand-solid'))).toBeGreaterThanOrEqual(4.49);
    expect(contrastBetween(of('on-brand'), of('brand-solid-hover'))).toBeGreaterThanOrEqual(4.49);
  });
}

test('the solid colour is the given one where white or ink can be read on it', () => {
  expect(hexOfCss(brandProperties('#0f766e', 'light')['--brand-solid'])).toBe('#0f766e');
  expect(hexOfCss(brandProperties('#f2c94c', 'light')['--brand-solid'])).toBe('#f2c94c');
});

test('a colour and its parts lead back to one another', () => {
  for (const colour of COLORS) expect(hexOf(oklchOf(colour))).toBe(colour);
});

test('the stylesheet has both modes, and the mode of the device where a person has chosen none', () => {
  const css = brandThemeCss('#0f766e');
  expect(css).toContain(':root {\n  --gray-1: oklch(98.5% 0.0018 186.4);');
  expect(css).toContain("[data-theme='dark'] {");
  expect(css).toContain('@media (prefers-color-scheme: dark) {\n:root:not([data-theme]) {');
});

describe('brandReading', () => {
  test('a yellow is too light for words, and every use of it can be read', () => {
    const { hue, buttons, words, marks, dark } = brandReading('#facc15');
    expect([hue, buttons.isDark, buttons.repair, words.repair, marks.repair, dark.repair]).toEqual([
      'yellow',
      true,
      undefined,
      'darker',
      'darker',
      undefined,
    ]);
    const figures = [buttons.ratio, buttons.white, words.ratio, marks.ratio].map(
      (ratio) => Math.floor(ratio * 10) / 10,
    );
    expect(figures).toEqual([12, 1.5, 6, 3.8]);
  });

  test('whatever the colour is, words have 4.5 and marks have 3', () => {
    for (const colour of ['#000000', '#ffffff', '#ff0000', '#8a8a8a', '#cc5500', '#2563eb', '#fef9c3', '#7a1f5c']) {
      const { buttons, words, marks, dark } = brandReading(colour);
      expect(Math.min(buttons.ratio, words.ratio)).toBeGreaterThanOrEqual(4.5);
      expect(Math.min(marks.ratio, dark.ratio)).toBeGreaterThanOrEqual(3);
    }
  });

  test('a colour is named', () => {
    const named = ['#dc2626', '#f97316', '#16a34a', '#0d9488', '#2563eb', '#7c3aed', '#db2777', '#888888'];
    expect(named.map((colour) => brandReading(colour).hue)).toEqual([
      ...(['red', 'orange', 'green', 'teal', 'blue', 'purple', 'pink', 'grey'] as const),
    ]);
  });

  test('examples have the colours that pages and mails have', () => {
    for (const mode of ['light', 'dark'] as const) {
      const { mailGround, mailCard, button, link } = brandExample('#facc15', mode);
      expect({ ground: mailGround, card: mailCard, button, link }).toEqual(
        (({ ground, card, button: solid, link: words }) => ({ ground, card, button: solid, link: words }))(
          brandColors('#facc15', mode),
        ),
      );
    }
  });
});
