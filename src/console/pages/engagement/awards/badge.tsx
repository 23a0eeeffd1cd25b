import { Trophy } from 'lucide-react';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { pictureUrl } from '../../../ui/pictures/picture-url.ts';
import type { Award } from './queries.ts';

const TONES = { gold: 'waiting', silver: undefined, bronze: 'caution', platinum: 'info' } as const;

/** The badge of an award: its picture where this server has it, else a cup in the colour of its tier. */
export const Badge = ({ award: { badgeUrl, tier } }: { award: Pick<Award, 'badgeUrl' | 'tier'> }) => {
  const url = pictureUrl(badgeUrl);
  return (
    <span className="bead badge disc" data-tone={tier === null ? undefined : TONES[tier]} aria-hidden="true">
      {url === undefined ? <Icon of={Trophy} /> : <img src={url} alt="" />}
    </span>
  );
};
