// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../de-x-formal/book/account.json';
import app from '../../de-x-formal/book/app.json';
import book from '../../de-x-formal/book/book.json';
import booking from '../../de-x-formal/book/booking.json';
import buying from '../../de-x-formal/book/buying.json';
import cardPage from '../../de-x-formal/book/card-page.json';
import challenges from '../../de-x-formal/book/challenges.json';
import embed from '../../de-x-formal/book/embed.json';
import guests from '../../de-x-formal/book/guests.json';
import household from '../../de-x-formal/book/household.json';
import library from '../../de-x-formal/book/library.json';
import mine from '../../de-x-formal/book/mine.json';
import passes from '../../de-x-formal/book/passes.json';
import push from '../../de-x-formal/book/push.json';
import refusals from '../../de-x-formal/book/refusals.json';
import shell from '../../de-x-formal/book/shell.json';
import signIn from '../../de-x-formal/book/sign-in.json';

export const texts = {
  account,
  app,
  book,
  booking,
  buying,
  cardPage,
  challenges,
  embed,
  guests,
  household,
  library,
  mine,
  passes,
  push,
  refusals,
  shell,
  signIn,
};
