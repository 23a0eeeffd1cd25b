import { pictureUrl } from './picture-url.ts';

interface AvatarProps {
  readonly name: string;
  readonly photoUrl?: string | null;
  readonly size?: 'small' | 'large' | 'huge';
}

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
};

/** One of eight hues, always the same for a name. */
const hueOf = (name: string): number => {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 8_191;
  return (sum % 8) + 1;
};

/** A person's photo, or their initials. The name is beside it, so it is hidden from screen readers. */
export const Avatar = ({ name, photoUrl, size }: AvatarProps) => {
  const url = pictureUrl(photoUrl);
  return (
    <span className="avatar disc" data-plot={hueOf(name)} data-size={size} aria-hidden="true">
      {url === undefined ? initialsOf(name) : <img src={url} alt="" />}
    </span>
  );
};
