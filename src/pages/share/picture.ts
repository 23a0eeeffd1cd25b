import type { Colors } from '../../resources/experience/shapes.ts';
import { COLUMNS, glyphOf, inPixelFont, ROWS } from './pixel-font.ts';
import { Picture } from './png.ts';

/** The size that previews of links show without cutting it. */
export const WIDTH = 1200;
export const HEIGHT = 630;

const MARGIN = 72;
const [GROUND, UNLIT, SOFT, LIT] = [0, 1, 2, 3] as const;

/** The lines of a picture; one with letters that the font lacks is left out. */
interface Lines {
  readonly studio: string;
  readonly name: string;
  readonly metric: string;
  readonly value: string;
}

/** A mix of two colors; `share` is the share of the first. */
const mixed = (first: string, second: string, share: number): string => {
  const part = (at: number): string => {
    const [left, right] = [first, second].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((left ?? 0) * share + (right ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
};

const columnsOf = (text: string): number => text.length * (COLUMNS + 1) - 1;

/** The text as it fits into the width with dots of `least` pixels, and the size of its dots. */
const fitted = (text: string, sizes: readonly [most: number, least: number]) => {
  const [most, least] = sizes;
  const room = WIDTH - 2 * MARGIN;
  const characters = Math.floor((room / least + 1) / (COLUMNS + 1));
  const cut = text.length > characters ? `${text.slice(0, characters - 3)}...` : text;
  return { text: cut, size: Math.min(most, Math.floor(room / columnsOf(cut))) };
};

interface LineStyle {
  readonly top: number;
  readonly sizes: readonly [most: number, least: number];
  readonly color: number;
}

/** Writes a line, and returns where it ends. */
const write = (picture: Picture, line: string, { top, sizes, color }: LineStyle): number => {
  const drawable = inPixelFont(line);
  if (drawable === undefined || drawable === '') return top;
  const { text, size } = fitted(drawable, sizes);
  // Large dots have gaps between them, as on a display.
  const dot = size >= 8 ? size - Math.ceil(size / 8) : size;
  for (const [index, character] of [...text].entries()) {
    for (const [column, dots] of glyphOf(character).entries()) {
      const left = MARGIN + (index * (COLUMNS + 1) + column) * size;
      for (let row = 0; row < ROWS; row += 1) {
        if ((dots >> row) & 1) picture.fill(left, top + row * size, dot, dot, color);
      }
    }
  }
  return top + ROWS * size;
};

const drawDisplay = (picture: Picture, top: number, size: number): void => {
  const dot = size - Math.ceil(size / 8);
  for (let row = 0; row < ROWS; row += 1) {
    for (let left = MARGIN; left + dot <= WIDTH - MARGIN; left += size) {
      picture.fill(left, top + row * size, dot, dot, UNLIT);
    }
  }
};

/** The picture of a result for previews of links: a display in the colors of the studio. */
export const resultPicture = ({ studio, name, metric, value }: Lines, colors: Colors): Uint8Array<ArrayBuffer> => {
  const { primary, onPrimary } = colors;
  const palette = [primary, mixed(onPrimary, primary, 0.08), mixed(onPrimary, primary, 0.8), onPrimary];
  const picture = new Picture(WIDTH, HEIGHT, palette);
  picture.fill(0, 0, WIDTH, HEIGHT, GROUND);
  write(picture, studio, { top: 56, sizes: [5, 4], color: SOFT });
  write(picture, metric, { top: 140, sizes: [9, 5], color: LIT });
  const { size } = fitted(inPixelFont(value) ?? '', [28, 8]);
  const top = 240 + Math.floor(((28 - size) * ROWS) / 2);
  drawDisplay(picture, top, size);
  write(picture, value, { top, sizes: [28, 8], color: LIT });
  write(picture, name, { top: 510, sizes: [8, 5], color: SOFT });
  return picture.png();
};
