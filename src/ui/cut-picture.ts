// Pictures as they are sent: cut and made smaller in this browser from a file that was chosen.

export interface Size {
  readonly width: number;
  readonly height: number;
}

type Readable = ImageBitmap | HTMLImageElement;

const contextOf = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => {
  const context = canvas.getContext('2d');
  if (context === null) throw new DOMException('no canvas');
  return context;
};

const canvasOf = ({ width, height }: Size) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: contextOf(canvas) };
};

/** Uses the picture in a file. @throws DOMException for a file that is no picture. */
export const withPicture = async <Made>(file: Blob, use: (picture: ImageBitmap) => Promise<Made>): Promise<Made> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return await use(picture);
  } finally {
    picture.close();
  }
};

/** The whole picture, of which the longer side has at most this many pixels. */
export const shrunk = (picture: Readable, { width, height }: Size, longest: number, isEnlarged = false) => {
  const scale = Math.min(isEnlarged ? Number.POSITIVE_INFINITY : 1, longest / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const { canvas, context } = canvasOf(size);
  context.drawImage(picture, 0, 0, size.width, size.height);
  return canvas;
};

/** The middle of a picture, as large as fits, in a size. */
export const middleOf = (picture: ImageBitmap, size: Size): HTMLCanvasElement => {
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const [width, height] = [size.width / scale, size.height / scale];
  const { canvas, context } = canvasOf(size);
  const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2];
  context.drawImage(picture, left, top, width, height, 0, 0, size.width, size.height);
  return canvas;
};

/** What can be seen through is white: a photo has no holes. */
export const onWhite = (canvas: HTMLCanvasElement): HTMLCanvasElement => {
  const context = contextOf(canvas);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
};

/** A PNG where the browser does not write the type. @throws DOMException for a canvas that is too large. */
export const fileOf = async (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> => {
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (made === null) throw new DOMException('no file');
  return made;
};
