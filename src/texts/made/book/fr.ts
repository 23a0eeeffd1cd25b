// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../fr/book/account.json';
import app from '../../fr/book/app.json';
import book from '../../fr/book/book.json';
import booking from '../../fr/book/booking.json';
import buying from '../../fr/book/buying.json';
import cardPage from '../../fr/book/card-page.json';
import challenges from '../../fr/book/challenges.json';
import embed from '../../fr/book/embed.json';
import guests from '../../fr/book/guests.json';
import household from '../../fr/book/household.json';
import library from '../../fr/book/library.json';
import mine from '../../fr/book/mine.json';
import passes from '../../fr/book/passes.json';
import push from '../../fr/book/push.json';
import refusals from '../../fr/book/refusals.json';
import shell from '../../fr/book/shell.json';
import signIn from '../../fr/book/sign-in.json';

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
