import { Type } from '@sinclair/typebox';
import { optional, type Static, shape } from '../../kernel/schemas.ts';

/** The maximum number of bytes of a picture, without its metadata. */
export const MAX_PICTURE_BYTES = 1024 * 1024;
/** The longest side, in pixels: a browser needs four bytes for each. */
export const MAX_SIDE = 4096;

/** The Base64 text of the largest picture that a body of JSON takes. */
const MAX_TEXT = 1_000_000;

/** How a picture is sent, for the descriptions of operations. */
export const PICTURE_SAID =
  'Send it as the `file` part of a form, or in Base64: a JPEG, PNG, or WebP of up to 1 MiB and 4,096 pixels per side. Its type is determined by its content. Camera metadata, such as where it was taken, is stripped.';

export const SetPicture = shape('SetPictureRequest', () => ({
  image: optional(
    Type.String({
      format: 'base64',
      maxLength: MAX_TEXT,
      description: 'The picture in Base64, up to 750,000 bytes. Send larger ones as the `file` part of a form.',
    }),
  ),
}));

/** Both together are within the limit of a body. */
const photo = (what: string) => Type.String({ format: 'base64', maxLength: MAX_TEXT, description: what });

export const SetBrandPhoto = shape('SetBrandPhotoRequest', () => ({
  image: photo('The photo for wide screens, with an aspect ratio of 4:1, in Base64.'),
  small: optional(photo('The photo for phones, with an aspect ratio of 9:5, in Base64. Defaults to the wide one.')),
}));

export type SetPictureBody = Static<typeof SetPicture>;
