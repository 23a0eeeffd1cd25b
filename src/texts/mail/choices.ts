import { type FormOfAddress, inOtherForm } from '../form-of-address.ts';
import type { Language } from '../translate.ts';

/** The page on which a client chooses mails, without signing in. */
const en = {
  title: 'Choose your mails',
  lead: 'These are the mails that {studio} sends to {email}.',
  always: 'Always sent',
  save: 'Save',
  saved: 'Saved.',
  stopTitle: 'Stop these mails?',
  stopLead: '“{category}” will not be mailed to you any more.',
  stop: 'Stop these mails',
  stopped: 'Stopped. You do not get these mails any more.',
  locked: 'These mails are always sent: they are about your money, or about changes of what you booked.',
  stays: 'You still get: {categories}.',
  others: 'Choose other mails',
  gone: 'This link has ended',
  goneLead: 'Ask the studio to change which mails you get.',
  bookings: 'Bookings and cancellations',
  waitlist: 'Waiting lists',
  reminders: 'Reminders',
  schedule_changes: 'Changes of classes you booked',
  payments: 'Receipts and payments',
  memberships: 'Passes that end or are used up',
  challenges: 'Challenges',
  awards: 'Awards',
};

type Choices = Readonly<Record<keyof typeof en, string>>;

const de: Choices = {
  title: 'E-Mails auswählen',
  lead: 'Diese E-Mails schickt {studio} an {email}.',
  always: 'Wird immer geschickt',
  save: 'Speichern',
  saved: 'Gespeichert.',
  stopTitle: 'Diese E-Mails beenden?',
  stopLead: '„{category}“ bekommen Sie nicht mehr per E-Mail.',
  stop: 'Diese E-Mails beenden',
  stopped: 'Beendet. Sie bekommen diese E-Mails nicht mehr.',
  locked: 'Diese E-Mails kommen immer: Es geht um Ihr Geld oder um Änderungen Ihrer Buchungen.',
  stays: 'Sie bekommen weiterhin: {categories}.',
  others: 'Andere E-Mails auswählen',
  gone: 'Dieser Link gilt nicht mehr',
  goneLead: 'Bitten Sie das Studio, Ihre E-Mails zu ändern.',
  bookings: 'Buchungen und Stornierungen',
  waitlist: 'Wartelisten',
  reminders: 'Erinnerungen',
  schedule_changes: 'Änderungen gebuchter Kurse',
  payments: 'Belege und Zahlungen',
  memberships: 'Karten und Abos, die enden oder aufgebraucht sind',
  challenges: 'Challenges',
  awards: 'Auszeichnungen',
};

/** Where the studio says du. */
const deInformal: Partial<Choices> = {
  stopLead: '„{category}“ bekommst du nicht mehr per E-Mail.',
  stopped: 'Beendet. Du bekommst diese E-Mails nicht mehr.',
  locked: 'Diese E-Mails kommen immer: Es geht um dein Geld oder um Änderungen deiner Buchungen.',
  stays: 'Du bekommst weiterhin: {categories}.',
  goneLead: 'Bitte das Studio, deine E-Mails zu ändern.',
};

const es: Choices = {
  title: 'Elige tus correos',
  lead: 'Estos son los correos que {studio} envía a {email}.',
  always: 'Se envía siempre',
  save: 'Guardar',
  saved: 'Guardado.',
  stopTitle: '¿Dejar de recibir estos correos?',
  stopLead: 'Ya no recibirás por correo «{category}».',
  stop: 'Dejar de recibirlos',
  stopped: 'Hecho. Ya no recibes estos correos.',
  locked: 'Estos correos se envían siempre: tratan de tu dinero o de cambios en tus reservas.',
  stays: 'Sigues recibiendo: {categories}.',
  others: 'Elegir otros correos',
  gone: 'Este enlace ya no vale',
  goneLead: 'Pide al estudio que cambie tus correos.',
  bookings: 'Reservas y cancelaciones',
  waitlist: 'Listas de espera',
  reminders: 'Recordatorios',
  schedule_changes: 'Cambios en clases reservadas',
  payments: 'Recibos y pagos',
  memberships: 'Bonos que terminan o se agotan',
  challenges: 'Retos',
  awards: 'Premios',
};

const fr: Choices = {
  title: 'Choisir vos e-mails',
  lead: 'Voici les e-mails que {studio} envoie à {email}.',
  always: 'Toujours envoyé',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  stopTitle: 'Ne plus recevoir ces e-mails ?',
  stopLead: 'Vous ne recevrez plus « {category} » par e-mail.',
  stop: 'Ne plus les recevoir',
  stopped: 'C’est fait. Vous ne recevez plus ces e-mails.',
  locked: 'Ces e-mails sont toujours envoyés : ils concernent votre argent ou des changements de vos réservations.',
  stays: 'Vous recevez encore : {categories}.',
  others: 'Choisir d’autres e-mails',
  gone: 'Ce lien n’est plus valable',
  goneLead: 'Demandez au studio de changer vos e-mails.',
  bookings: 'Réservations et annulations',
  waitlist: 'Listes d’attente',
  reminders: 'Rappels',
  schedule_changes: 'Changements de cours réservés',
  payments: 'Reçus et paiements',
  memberships: 'Forfaits qui finissent ou sont épuisés',
  challenges: 'Défis',
  awards: 'Récompenses',
};

const formal: Readonly<Record<Language, Choices>> = { en, de, es, fr };

export const choices: Readonly<Record<FormOfAddress, Readonly<Record<Language, Choices>>>> = {
  formal,
  informal: inOtherForm(formal, { de: deInformal }),
};
