// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../it/book/account.json';
import app from '../../it/book/app.json';
import book from '../../it/book/book.json';
import booking from '../../it/book/booking.json';
import buying from '../../it/book/buying.json';
import cardPage from '../../it/book/card-page.json';
import challenges from '../../it/book/challenges.json';
import embed from '../../it/book/embed.json';
import guests from '../../it/book/guests.json';
import household from '../../it/book/household.json';
import library from '../../it/book/library.json';
import mine from '../../it/book/mine.json';
import passes from '../../it/book/passes.json';
import push from '../../it/book/push.json';
import refusals from '../../it/book/refusals.json';
import shell from '../../it/book/shell.json';
import signIn from '../../it/book/sign-in.json';

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
