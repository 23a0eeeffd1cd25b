import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { Button } from '../button.tsx';
import { Icon } from './icon.tsx';
import { drawnPicture, SmallPicture } from './pictures.ts';

const TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'];

export interface PictureFieldProps {
  readonly label: string;
  readonly hint: string;
  /** The picture as it is, under an address of this browser; undefined where there is nothing to show. */
  readonly url: string | undefined;
  /** What the picture shows. */
  readonly alt: string;
  /** What is shown for a picture with too few pixels. */
  readonly small: string;
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onChoose: (picture: Blob) => void;
  /** Makes what is sent from the file that was chosen. */
  readonly draw?: (file: File) => Promise<Blob>;
  /** How the picture is removed; undefined where there is nothing to remove. */
  readonly remove: { readonly name: string; readonly isPending: boolean; readonly onPress: () => void } | undefined;
}

/** A picture that is dropped or chosen, by default as a PNG that is no larger than it is shown. */
export const PictureField = (props: PictureFieldProps) => {
  const { label, hint, url, alt, small, error, isPending, onChoose, draw = drawnPicture, remove } = props;
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | null | undefined): Promise<void> => {
    if (!file) return;
    try {
      const picture = await draw(file);
      setProblem(undefined);
      onChoose(picture);
    } catch (reason) {
      setProblem(reason instanceof SmallPicture ? small : t('edit.pictureUnreadable'));
    }
  };
  const shown = problem ?? error;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as the fields are
    <div className="field" role="group" aria-label={label}>
      <span className="label">{label}</span>
      <DropZone
        className="drop"
        aria-label={t('edit.pictureDrop')}
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => {
          const [item] = items.filter(isFileDropItem);
          void item?.getFile().then(choose);
        }}
      >
        {url === undefined ? <Icon of={ImageUp} /> : <img className="picture-now" src={url} alt={alt} />}
        <div className="text">
          <span className="row" data-wrap="">
            <b className="strong">{t('edit.pictureDrop')}</b>
            <FileTrigger acceptedFileTypes={TYPES} onSelect={(files) => void choose(files?.item(0))}>
              <Button className="link" isPending={isPending}>
                {t('edit.pictureChoose')}
              </Button>
            </FileTrigger>
            {remove !== undefined && (
              <Button className="link" isPending={remove.isPending} onPress={remove.onPress}>
                {remove.name}
              </Button>
            )}
          </span>
          <span className="small quiet">{hint}</span>
        </div>
      </DropZone>
      {shown !== undefined && (
        <p className="error" role="alert">
          {shown}
        </p>
      )}
    </div>
  );
};
