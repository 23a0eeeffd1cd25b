import { html } from '../../kernel/html.ts';

/** On a form that costs nothing: it is sent automatically once its sender, whose session had ended, has signed in again. */
export const FREE = html` data-free=""`;
