/** The side of a photo, in pixels: enough for the largest place and a sharp screen. */
const SIDE = 512;
const QUALITY = 0.86;

/**
 * Cuts the square in the middle out of a picture and makes it as small as a photo is shown, as a JPEG.
 * @throws DOMException for a file that is no picture.
 */
export const squarePicture = async (file: File): Promise<Blob> => {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const cut = Math.min(width, height);
  const side = Math.min(cut, SIDE);
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (context === null) throw new DOMException('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
};

/** The bytes of a picture in Base64. */
export const base64Of = async (picture: Blob): Promise<string> => {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
