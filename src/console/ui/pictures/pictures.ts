// Pictures as they are stored.

import { fileOf, middleOf, onWhite, shrunk, withPicture } from '../../../ui/cut-picture.ts';

/** A picture with too few pixels: it would look coarse. */
export class SmallPicture extends Error {}

/** A WebP; a JPEG where the browser writes no WebP. */
const asWebp = async (canvas: HTMLCanvasElement, quality: number): Promise<Blob> => {
  const webp = await fileOf(canvas, 'image/webp', quality);
  return webp.type === 'image/webp' ? webp : fileOf(canvas, 'image/jpeg', quality);
};

/** @throws DOMException for a file that is no picture; SmallPicture for one that is less wide. */
const opened = <Made>(file: Blob, least: number, use: (picture: ImageBitmap) => Promise<Made>): Promise<Made> =>
  withPicture(file, async (picture) => {
    if (picture.width < least) throw new SmallPicture();
    return use(picture);
  });

/** Enough for the largest place of a photo and a sharp screen. */
const SIDE = 512;

/** The photo of a person: the square in the middle, as a JPEG. @throws DOMException for a file that is no picture. */
export const squarePhoto = (file: File): Promise<Blob> =>
  withPicture(file, async (picture) => {
    const side = Math.min(picture.width, picture.height, SIDE);
    return fileOf(onWhite(middleOf(picture, { width: side, height: side })), 'image/jpeg', 0.86);
  });

/** For the head of the page of a class on a sharp phone. */
const CLASS = { longest: 1280, least: 640 };
/** The most bytes that the interface takes in Base64. */
const MOST_BYTES = 750_000;

/** The picture of a class. @throws DOMException for a file that is no picture; SmallPicture for one of too few pixels. */
export const classPicture = (file: File): Promise<Blob> =>
  opened(file, CLASS.least, async (picture) => {
    const canvas = onWhite(shrunk(picture, picture, CLASS.longest));
    for (const quality of [0.78, 0.6, 0.4]) {
      const drawn = await asWebp(canvas, quality);
      if (drawn.size <= MOST_BYTES) return drawn;
    }
    throw new DOMException('too many details');
  });

/** How wide screens and phones show the photo above the timetable. */
const WIDE = { width: 1600, height: 400 };
const SMALL = { width: 810, height: 450 };
const LEAST_WIDE = 1200;
const WIDE_QUALITY = 0.72;

/** The file itself, if it is a photo that is wide enough. @throws as `classPicture`. */
export const widePhoto = (file: File): Promise<Blob> => opened(file, LEAST_WIDE, async () => file);

/** A photo as wide screens and as phones show it. */
export const photoCrops = (photo: Blob): Promise<{ readonly wide: Blob; readonly small: Blob }> =>
  withPicture(photo, async (picture) => ({
    wide: await asWebp(onWhite(middleOf(picture, WIDE)), WIDE_QUALITY),
    small: await asWebp(onWhite(middleOf(picture, SMALL)), WIDE_QUALITY),
  }));

const LOGO = { longest: 512, least: 256 };

const loaded = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  const isLoaded = new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new DOMException('no picture'));
  });
  image.src = url;
  await isLoaded;
  return image;
};

/** A logo or a badge as a PNG, through which its ground can be seen: a drawing (SVG) has any size. @throws as `classPicture`. */
export const drawnPicture = async (file: File): Promise<Blob> => {
  const url = URL.createObjectURL(file);
  try {
    const image = await loaded(url);
    const isDrawing = file.type === 'image/svg+xml';
    const size = { width: image.naturalWidth || LOGO.longest, height: image.naturalHeight || LOGO.longest };
    if (!isDrawing && Math.max(size.width, size.height) < LOGO.least) throw new SmallPicture();
    return await fileOf(shrunk(image, size, LOGO.longest, isDrawing), 'image/png');
  } finally {
    URL.revokeObjectURL(url);
  }
};

export const base64Of = async (picture: Blob): Promise<string> => {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
