import { SmallPicture } from '../../../ui/drawn-picture.ts';

/** How wide screens and phones show the photo, in pixels. */
const WIDE = { width: 1600, height: 400 } as const;
const SMALL = { width: 810, height: 450 } as const;
/** Below this width, a photo looks coarse. */
const LEAST = 1200;
const QUALITY = 0.72;

/**
 * The file itself, if it is a photo that is wide enough.
 * @throws DOMException for a file that is no picture; SmallPicture for one of too few pixels.
 */
export const widePhoto = async (file: File): Promise<Blob> => {
  const picture = await createImageBitmap(file);
  const { width } = picture;
  picture.close();
  if (width < LEAST) throw new SmallPicture();
  return file;
};

/** Cuts the middle of a picture out, in a size, as a WebP; as a JPEG where the browser writes no WebP. */
const cropOf = async (picture: ImageBitmap, size: typeof WIDE | typeof SMALL): Promise<Blob> => {
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const [width, height] = [size.width / scale, size.height / scale];
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new DOMException('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2];
  context.drawImage(picture, left, top, width, height, 0, 0, size.width, size.height);
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
};

/** A photo as wide screens and as phones show it. */
export const photoCrops = async (photo: Blob): Promise<{ readonly wide: Blob; readonly small: Blob }> => {
  const picture = await createImageBitmap(photo);
  try {
    return { wide: await cropOf(picture, WIDE), small: await cropOf(picture, SMALL) };
  } finally {
    picture.close();
  }
};
