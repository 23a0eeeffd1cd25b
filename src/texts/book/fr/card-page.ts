import type { BookTexts } from '../texts.ts';

/** The page on which a member saves a card for an app, or at the desk, in French. */
export const cardPage: BookTexts['cardPage'] = {
  title: 'Ajouter une carte : {studio}',
  wait: 'Un instant…',
  back: 'Retour à {studio}',
  kept: 'Cartes enregistrées',
  card: '{brand} se terminant par {last4}, {month}/{year}',
  defaultCard: '{brand} se terminant par {last4}, {month}/{year} (par défaut)',
  openAgain: 'Rouvrez cette page depuis l’app ou le site de {studio}.',
  openFromConsole: 'Connectez-vous à la console et ouvrez cette page depuis là.',
  signIn: 'Votre connexion n’est plus valable.',
  incomplete: 'Ce lien est incomplet.',
  nobody: '{studio} n’a aucun membre avec votre connexion. Demandez-lui d’ajouter votre adresse e-mail.',
  notConfirmed: 'La carte n’est pas encore confirmée. Réessayez.',
  noCards: '{studio} n’accepte pas encore les cartes.',
  often: 'Trop de tentatives. Attendez quelques minutes, puis réessayez.',
  failed: 'Une erreur s’est produite, et la carte n’est pas enregistrée. Réessayez plus tard.',
  failedSupport:
    'Une erreur s’est produite, et la carte n’est pas enregistrée. Réessayez plus tard, ou écrivez à {address}.',
  offline: 'Il n’y a pas de connexion. Vérifiez votre internet, puis réessayez.',
  foreign: 'Ce lien mène à une page qui n’appartient pas à {studio}.',
  saved: 'La carte est enregistrée.',
  savedHere: 'La carte est enregistrée. Vous pouvez fermer cette page.',
};
