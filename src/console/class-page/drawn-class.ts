import { SmallPicture } from '../ui/drawn-picture.ts';

/** The longest side of a stored picture, in pixels: enough for the head of the page of a class on a sharp phone. */
const LONGEST = 1280;
/** Below this width, the head of the page looks coarse. */
const LEAST = 640;
/** The most bytes that the interface takes in Base64. */
const MOST_BYTES = 750_000;
const QUALITIES = [0.78, 0.6, 0.4];

const isWebp = async (canvas: OffscreenCanvas): Promise<boolean> =>
  (await canvas.convertToBlob({ type: 'image/webp', quality: 0.1 })).type === 'image/webp';

/**
 * A picture of a class as pages show it, as a WebP; as a JPEG where the browser writes no WebP.
 * @throws DOMException for a file that is no picture; SmallPicture for one of too few pixels.
 */
export const drawnClass = async (file: File): Promise<Blob> => {
  const picture = await createImageBitmap(file);
  try {
    if (picture.width < LEAST) throw new SmallPicture();
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const [width, height] = [Math.round(picture.width * scale), Math.max(1, Math.round(picture.height * scale))];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new DOMException('no canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    const type = (await isWebp(canvas)) ? 'image/webp' : 'image/jpeg';
    for (const quality of QUALITIES) {
      const drawn = await canvas.convertToBlob({ type, quality });
      if (drawn.size <= MOST_BYTES) return drawn;
    }
    throw new DOMException('too many details');
  } finally {
    picture.close();
  }
};
