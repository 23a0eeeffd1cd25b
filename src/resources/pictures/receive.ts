import type { FormFile, FormFileSpec } from '../../http/operations/forms.ts';
import { invalidParam, type Problem } from '../../kernel/problem.ts';
import { imageFacts } from '../../media/images.ts';
import { CLEANED_TYPES, withoutMetadata } from '../../media/metadata.ts';
import { MAX_PICTURE_BYTES, MAX_SIDE, type SetPictureBody } from './shapes.ts';

/** A picture for examples. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The file of a form: a camera's picture may be larger before its metadata is removed. */
export const pictureFile: FormFileSpec = {
  part: 'file',
  maxBytes: 2 * MAX_PICTURE_BYTES,
  ifLarger: 'Send a smaller picture: 512 x 512 pixels are enough.',
  description: 'A JPEG, PNG, or WebP picture of up to 1 MiB.',
};

export interface Picture {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

type Param = 'image' | 'small';

/** @throws Problem 400 `media_unsupported` for anything but a picture that browsers show, of a reasonable size. */
const examined = (bytes: Buffer, param: Param = 'image'): Picture => {
  const unsupported = (message: string): Problem => invalidParam(param, message, 'media_unsupported');
  const found = imageFacts(bytes);
  if (found === undefined || !CLEANED_TYPES.includes(found.mimeType)) {
    throw unsupported('This is no picture that can be shown. Send a JPEG, PNG or WebP file.');
  }
  if (Math.max(found.width, found.height) > MAX_SIDE) {
    throw unsupported(
      `The picture has ${found.width} x ${found.height} pixels. Its sides may have ${MAX_SIDE} at most.`,
    );
  }
  const clean = withoutMetadata(bytes, found.mimeType);
  if (clean === undefined) throw unsupported('The picture is broken: it ends early. Send the whole file.');
  if (clean.length > MAX_PICTURE_BYTES) {
    throw unsupported(`The picture has ${clean.length} bytes. ${MAX_PICTURE_BYTES} are the most; send a smaller one.`);
  }
  return { mimeType: found.mimeType, bytes: clean };
};

/**
 * The picture of a request, from the part of a form or in Base64, without the metadata that cameras write: a photo reveals
 * no one where it was taken.
 * @throws Problem 400 without a picture, or `media_unsupported`.
 */
export const receivePicture = async ({ image }: SetPictureBody, file: FormFile | undefined): Promise<Picture> => {
  if (file !== undefined && image !== undefined) {
    throw invalidParam('image', "Send the picture in 'image' or as a file, not both.", { reason: 'not_both' });
  }
  if (file !== undefined) return examined(Buffer.from(await Bun.file(file.path).arrayBuffer()));
  if (image !== undefined) return pictureIn(image, 'image');
  throw invalidParam('image', "Send the picture in 'image', or in the part 'file' of a form.", 'parameter_missing');
};

/**
 * A picture in Base64.
 * @throws Problem 400 `media_unsupported`.
 */
export const pictureIn = (text: string, param: Param): Picture => examined(Buffer.from(text, 'base64'), param);
