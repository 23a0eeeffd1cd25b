import { createLink, type LinkComponent } from '@tanstack/react-router';
import { type ReactNode, type Ref, useEffect, useId } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps,
} from 'react-aria-components';
import { later } from '../base/time/now.ts';

interface Look {
  readonly variant?: 'primary' | 'tinted' | 'quiet' | 'danger';
  readonly size?: 'small' | 'large';
  /** Whether it shows an icon alone; it needs `aria-label` then. */
  readonly iconOnly?: boolean;
  /** Takes the whole width. */
  readonly wide?: boolean;
  /** Absent on narrow screens, where another place has the act. */
  readonly wideOnly?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

const dataOf = ({ variant, size, iconOnly, wide, wideOnly }: Look) => ({
  'data-variant': variant,
  'data-size': size,
  'data-icon': iconOnly === true ? '' : undefined,
  'data-wide': wide === true ? '' : undefined,
  'data-wide-only': wideOnly === true ? '' : undefined,
});

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
  const { variant: _v, size: _s, iconOnly: _i, wide: _w, wideOnly: _o, className = 'button', ...rest } = props;
  const Pressed = rest.isPending === undefined ? AriaButton : WorkingButton;
  return <Pressed {...rest} {...dataOf(props)} className={className} />;
};

type AnchorProps = Omit<LinkProps, 'className' | 'children'> & Look & { readonly 'aria-current'?: 'page' };

const Anchor = (props: AnchorProps) => {
  const { variant: _v, size: _s, iconOnly: _i, wide: _w, wideOnly: _o, className = 'link', ...rest } = props;
  return <AriaLink {...rest} {...dataOf(props)} className={className} />;
};

const RoutedAnchor = createLink(Anchor);

/** A link to a page of the console. `className="button"` gives it the look of a button. */
export const Link: LinkComponent<typeof Anchor> = (props) => <RoutedAnchor preload="intent" {...props} />;
