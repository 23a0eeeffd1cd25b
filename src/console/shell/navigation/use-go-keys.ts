import { useNavigate } from '@tanstack/react-router';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import type { PagePath } from './navigation.ts';
import { useSections } from './use-pages.ts';

/** The keys that open a page after `G`. */
const GO_KEYS = { t: '/today', c: '/calendar', l: '/clients', s: '/sell', p: '/payments' } as const;

/** `G` and a letter open a page that the person may open. */
export const useGoKeys = (): void => {
  const navigate = useNavigate();
  const open = useSections().map(({ to }) => to);
  const go = (to: PagePath) => (): unknown => (open.includes(to) ? navigate({ to }) : false);
  useShortcut('g t', go(GO_KEYS.t));
  useShortcut('g c', go(GO_KEYS.c));
  useShortcut('g l', go(GO_KEYS.l));
  useShortcut('g s', go(GO_KEYS.s));
  useShortcut('g p', go(GO_KEYS.p));
  useShortcut('s', go('/sell'));
};
