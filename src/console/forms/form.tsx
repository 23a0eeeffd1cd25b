import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { focusField, stopsAtUnread } from '../ui/keys/focus-field.ts';
import { useErrorText } from '../ui/notices/errors.tsx';

interface FormElement {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
  readonly noValidate: true;
}

interface FormProps extends Omit<ComponentProps<'form'>, keyof FormElement> {
  readonly form: { readonly element: FormElement };
  /** By default its fields are below one another. */
  readonly className?: string;
  /** Set by a form that asks itself before it is left; the frame asks for all others. */
  readonly 'data-guard'?: 'own';
}

/** The one form of the console. What is in it is checked and sent by `useForm`, or by the form of a record. */
export const Form = ({ form, className, children, ...props }: FormProps) => (
  <form
    {...form.element}
    onSubmit={(event) => {
      // React tells the form of a page also of what a dialog in it sends.
      event.stopPropagation();
      form.element.onSubmit(event);
    }}
    className={className ?? 'stack'}
    data-gap={className === undefined ? 'wide' : undefined}
    {...props}
  >
    {children}
  </form>
);

/** What sends a form, such as a mutation. */
interface Sending {
  /** Why it was refused. */
  readonly error: Error | null | undefined;
  readonly isPending: boolean;
}

interface Entry {
  readonly act?: Sending;
  /** What is wrong with each field before anything is sent, in their order. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  /** The fields that show why the server refuses them; by default those with problems. */
  readonly fields?: readonly string[];
  /** Why the server refuses a field; by default what it says of the name. */
  readonly refusalOf?: (name: string) => string | undefined;
  /** The field that shows any other refusal, as the only one of a form does. */
  readonly blamed?: string;
  /** What is wrong is shown before it is sent. */
  readonly saysAtOnce?: boolean;
  readonly submit: () => void;
}

/** A form with what is checked before it is sent. */
export interface CheckedForm {
  readonly element: FormElement;
  /** Why a field cannot be taken. */
  readonly errorOf: (name: string) => string | undefined;
  /** What the element of a field takes. */
  readonly field: (name: string) => { readonly name: string; readonly error: string | undefined };
  /** Why the server refused it, where no field shows it. */
  readonly refused: Error | undefined;
  readonly isPending: boolean;
  /** Does something with what is in the form, once nothing is wrong with it. */
  readonly check: (act: () => void) => void;
  /** Says nothing of what is wrong until it is sent again. */
  readonly begin: () => void;
}

/** What is wrong is shown once someone has sent the form, and the first wrong field gets the focus; so does one that was refused. */
export const useForm = ({ act, problems = {}, fields = Object.keys(problems), ...entry }: Entry): CheckedForm => {
  const textOf = useErrorText();
  const ref = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(entry.saysAtOnce === true);
  const error = act?.error ?? undefined;
  const isPending = act?.isPending === true;
  const { submit, blamed } = entry;
  const refusalOf = (name: string): string | undefined =>
    entry.refusalOf === undefined
      ? error instanceof ApiError
        ? error.detail(name)
        : undefined
      : entry.refusalOf(name);
  const refusedField =
    error === undefined ? undefined : (fields.find((name) => refusalOf(name) !== undefined) ?? blamed);
  useEffect(() => {
    if (error !== undefined && refusedField !== undefined) focusField(ref.current, refusedField);
  }, [error, refusedField]);
  const check = (then: () => void): void => {
    setChecked(true);
    const first = Object.keys(problems).find((name) => problems[name] !== undefined);
    if (first !== undefined) focusField(ref.current, first);
    else if (!isPending && !stopsAtUnread(ref.current)) then();
  };
  const errorOf = (name: string): string | undefined => {
    const problem = isChecked ? problems[name] : undefined;
    const other = error !== undefined && name === refusedField ? textOf(error) : undefined;
    return problem ?? refusalOf(name) ?? other;
  };
  return {
    errorOf,
    field: (name) => ({ name, error: errorOf(name) }),
    refused: refusedField === undefined ? error : undefined,
    isPending,
    check,
    begin: () => setChecked(false),
    element: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        check(submit);
      },
    },
  };
};
