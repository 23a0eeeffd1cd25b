import { account } from './en/account.ts';
import { app } from './en/app.ts';
import { book } from './en/book.ts';
import { booking } from './en/booking.ts';
import { buying } from './en/buying.ts';
import { cardPage } from './en/card-page.ts';
import { challenges } from './en/challenges.ts';
import { embed } from './en/embed.ts';
import { library } from './en/library.ts';
import { mine } from './en/mine.ts';
import { passes } from './en/passes.ts';
import { refusals } from './en/refusals.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';

/** The pages of strangers and members in English, by part. */
export const en = {
  passes,
  account,
  app,
  book,
  booking,
  challenges,
  buying,
  cardPage,
  embed,
  library,
  mine,
  refusals,
  shell,
  signIn,
};
