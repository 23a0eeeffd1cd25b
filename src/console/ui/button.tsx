import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps,
} from 'react-aria-components';
import { later } from '../base/time/now.ts';
import { Icon } from './pictures/icon.tsx';

interface Look {
  readonly variant?: 'primary' | 'tinted' | 'quiet' | 'danger';
  readonly size?: 'small' | 'large';
  /** Stands before the text. */
  readonly icon?: LucideIcon | undefined;
  /** Whether it shows an icon alone; it needs `aria-label` then. */
  readonly iconOnly?: boolean;
  /** Takes the whole width. */
  readonly wide?: boolean;
  /** Absent on narrow screens, where another place has the act. */
  readonly wideOnly?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** What the element gets of a look and of its other properties. */
const shown = <Props extends Look>(props: Props) => {
  const { variant, size, icon, iconOnly, wide, wideOnly, children, ...rest } = props;
  return {
    ...rest,
    'data-variant': variant,
    'data-size': size,
    'data-icon': iconOnly === true ? '' : undefined,
    'data-wide': wide === true ? '' : undefined,
    'data-wide-only': wideOnly === true ? '' : undefined,
    children:
      icon === undefined ? (
        children
      ) : (
        <>
          <Icon of={icon} />
          {children}
        </>
      ),
  };
};

type Referred = { readonly ref?: Ref<HTMLButtonElement> };
type ButtonProps = Omit<AriaButtonProps, 'className' | 'children'> & Look & Referred;

/** The library says by its id that a button is at work, for 7 s; the first time of all it begins after this time. */
const FIRST_SAID_MS = 100;

/** Takes back what is announced of a button that is gone: its name no longer exists. */
const unsay = (id: string): void => {
  if (document.getElementById(id) !== null) return;
  for (const said of document.querySelectorAll(`[data-live-announcer] [aria-labelledby~="${id}"]`)) said.remove();
};

const WorkingButton = ({ isPending = false, ...props }: AriaButtonProps & Referred) => {
  const id = useId();
  useEffect(() => {
    // Runs right after the library has said it, whether or not the button is still there.
    if (isPending) later(() => unsay(id), FIRST_SAID_MS);
  }, [isPending, id]);
  useEffect(() => () => void queueMicrotask(() => unsay(id)), [id]);
  return <AriaButton {...props} isPending={isPending} id={id} />;
};

/** A button of the design. While `isPending` it keeps its place and takes no press. */
export const Button = (props: ButtonProps) => {
  const Pressed = props.isPending === undefined ? AriaButton : WorkingButton;
  return <Pressed {...shown(props)} className={props.className ?? 'button'} />;
};

type AnchorProps = Omit<LinkProps, 'className' | 'children'> & Look & { readonly 'aria-current'?: 'page' };

const Anchor = (props: AnchorProps) => <AriaLink {...shown(props)} className={props.className ?? 'link'} />;

const RoutedAnchor = createLink(Anchor);

/** A link to a page of the console. `className="button"` gives it the look of a button. */
export const Link: LinkComponent<typeof Anchor> = (props) => <RoutedAnchor preload="intent" {...props} />;
