/** The longest side of a stored picture, in pixels. */
const LONGEST = 512;
/** Below this, a picture looks coarse. */
const LEAST = 256;

/** A picture with too few pixels. */
export class SmallPicture extends Error {}

const loaded = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new DOMException('no picture'));
    image.src = url;
  });

/**
 * A logo or a badge as a PNG of at most 512 pixels, drawn from what was chosen: a drawing (SVG) has any size.
 * @throws DOMException for a file that is not a picture; SmallPicture for a picture of too few pixels.
 */
export const drawnPicture = async (file: File): Promise<Blob> => {
  const url = URL.createObjectURL(file);
  try {
    const image = await loaded(url);
    const isDrawing = file.type === 'image/svg+xml';
    const [width, height] = [image.naturalWidth || LONGEST, image.naturalHeight || LONGEST];
    const longest = Math.max(width, height);
    if (!isDrawing && longest < LEAST) throw new SmallPicture();
    const scale = isDrawing ? LONGEST / longest : Math.min(1, LONGEST / longest);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new DOMException('no picture')) : resolve(blob)), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
};
