import { useEffect, useState } from 'react';
import { PictureField, type PictureFieldProps } from './picture-field.tsx';

interface NewPictureFieldProps extends Pick<PictureFieldProps, 'label' | 'hint' | 'alt' | 'small' | 'draw'> {
  readonly picture: Blob | undefined;
  readonly onChoose: (picture: Blob | undefined) => void;
  /** The name of the button that takes the picture away again. */
  readonly removeName: string;
}

/** The picture of something that is not made yet. It is stored when the page that holds it stores the rest. */
export const NewPictureField = ({ picture, onChoose, removeName, ...field }: NewPictureFieldProps) => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (picture === undefined) return setUrl(undefined);
    const address = URL.createObjectURL(picture);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  const removing = { name: removeName, isPending: false, onPress: () => onChoose(undefined) };
  return (
    <PictureField
      {...field}
      url={url}
      error={undefined}
      isPending={false}
      onChoose={onChoose}
      remove={picture === undefined ? undefined : removing}
    />
  );
};
