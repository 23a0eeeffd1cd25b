import { MenuItem } from 'react-aria-components';
import type { Me } from '../session/session.ts';
import { useAsk } from './ask-button.tsx';

interface AskItemProps {
  readonly id: string;
  readonly permission: Me['permissions'][number];
  readonly label: string;
}

/** An act of a menu that the person may not do, with who may. */
export const AskItem = ({ id, permission, label }: AskItemProps) => {
  const ask = useAsk(permission);
  return (
    <MenuItem id={id} isDisabled textValue={`${label}, ${ask}`}>
      <span>
        {label}
        <small className="hint">{ask}</small>
      </span>
    </MenuItem>
  );
};
