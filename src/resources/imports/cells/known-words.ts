// The words of other systems for the choices of a field, without case, accents, spaces and punctuation. A word that could be two
// choices is not here: whoever imports the file says what it is.

type Choices = Readonly<Record<string, string>>;

const ACTIVE = 'current live enabled ongoing running aktiv aktuell activo activa vigente actif active encours';
const PAUSED =
  'frozen freeze onhold hold paused pause blocked gesperrt pausiert eingefroren congelado congelada pausado bloqueado gele suspendu enpause';
const ENDED = 'former past lapsed ended finished terminated closed inaktiv beendet inactivo inactiva inactif termine';

const SESSION_TYPES: Choices = {
  class: 'group groupclass grouptraining kurs gruppenkurs clase cours courscollectif',
  appointment: 'private privatesession personaltraining pt 1on1 oneonone onetoone termin cita rendezvous',
  event: 'workshop retreat veranstaltung evento evenement atelier taller',
};

const PACKAGE_TYPES: Choices = {
  credit_pack: 'pack classpack sessionpack classcard punchcard multipass credits creditbased zehnerkarte bono carnet',
  unlimited: 'unlimitedmembership unlimitedpass flatrate ilimitado illimite',
  limited_membership: 'limited',
  trial: 'intro introoffer introductory introductoryoffer freetrial trialpass probe probetraining prueba essai',
  drop_in:
    'single singleclass singlesession singlevisit casual payperclass payasyougo einzelkarte einzelstunde clasesuelta seance',
};

const KNOWN: Readonly<Record<string, Readonly<Record<string, Choices>>>> = {
  clients: {
    status: {
      lead: 'prospect enquiry inquiry interessent interessentin interesado interesada prospecto',
      active: `${ACTIVE} member activemember mitglied miembro membre`,
      inactive: `${ENDED} exmember formermember pastmember expired cancelled canceled nonactive notactive disabled deactivated abgelaufen gekundigt baja expire resilie`,
      suspended: `${PAUSED} suspendiert suspendido suspendida`,
    },
    'waiver.status': {
      signed: 'yes true accepted agreed complete completed ja unterschrieben si firmado oui signe',
      none: 'no false unsigned notsigned missing incomplete nein non',
    },
  },
  staff: {
    role: {
      manager: 'studiomanager generalmanager leitung gerente',
      front_desk: 'frontdeskstaff receptionist reception desk empfang rezeption recepcion recepcionista accueil',
      instructor:
        'teacher trainer trainerin coach lehrer lehrerin kursleiter kursleiterin instructora profesor profesora entrenador entrenadora professeur',
    },
    status: { active: ACTIVE, inactive: `${ENDED} disabled deactivated`, suspended: PAUSED },
    'payRate.type': {
      hourly: 'perhour hour stunde',
      per_class: 'persession class flat',
      per_head: 'perclient perattendee perstudent perperson',
    },
  },
  sites: { status: { active: `${ACTIVE} open`, inactive: `${ENDED} disabled` } },
  plans: { type: PACKAGE_TYPES },
  packages: {
    type: PACKAGE_TYPES,
    status: {
      active: `${ACTIVE} valid gultig valido valide`,
      expired: `${ENDED} abgelaufen caducado caducada vencido expire`,
      depleted: 'used usedup exhausted nocredits nosessionsleft aufgebraucht agotado epuise',
      cancelled: 'canceled void voided gekundigt storniert cancelado cancelada anulado annule resilie',
    },
  },
  schedules: { type: SESSION_TYPES, status: { active: ACTIVE, paused: PAUSED, ended: `${ENDED} expired` } },
  sessions: { type: SESSION_TYPES },
  bookings: {
    status: {
      confirmed:
        'booked reserved registered enrolled scheduled upcoming gebucht bestatigt reservado reservada confirmado confirmada reserve confirme',
      attended:
        'signedin checkedin present arrived showed showedup visited completed anwesend teilgenommen asistio presente venu',
      waitlisted: 'waitlist onwaitlist waiting waitinglist warteliste listadeespera listedattente',
      cancelled:
        'canceled latecancel latecancelled latecanceled earlycancel earlycancelled earlycanceled storniert abgesagt cancelado cancelada annule',
      noshow: 'noshowed absent missed didnotattend didnotshow nichterschienen abwesend noasistio ausente',
    },
    'session.type': SESSION_TYPES,
    channel: {
      member_app: 'app mobile mobileapp online web website widget consumermode',
      staff: 'desk frontdesk businessmode admin',
    },
    cancelledBy: { client: 'member customer user', staff: 'admin instructor teacher studio' },
  },
  payments: {
    paymentMethod: {
      card: 'visa mastercard mc amex americanexpress discover maestro creditcard debitcard visadebit mastercarddebit applepay googlepay kreditkarte karte ec eckarte girocard tarjeta tarjetadecredito carte cartebancaire cb',
      cash: 'bar bargeld efectivo especes',
      external:
        'cheque check banktransfer wire wiretransfer transfer ach eft directdebit sepa bacs paypal venmo zelle twint bizum klarna lastschrift uberweisung scheck transferencia domiciliacion virement prelevement',
      account_credit: 'storecredit onaccount accountbalance clientcredit guthaben saldo avoir',
      comp: 'complimentary free gratis comped courtesy kostenlos gratuit',
    },
    status: {
      completed:
        'paid complete success successful succeeded approved settled captured processed cleared received bezahlt pagado pagada paye payee',
      failed: 'declined rejected unsuccessful error fehlgeschlagen rechazado refuse',
      refunded: 'refund fullyrefunded returned reimbursed erstattet reembolsado rembourse',
      partially_refunded: 'partialrefund partlyrefunded partialrefunded teilweiseerstattet',
    },
    purpose: {
      package: 'pack classpack pass',
      membership_renewal: 'renewal autopay recurring dues membershipdues',
      drop_in: 'single singleclass singlevisit',
      product: 'retail merchandise merch goods',
      other: 'misc miscellaneous sonstiges otro autre',
    },
  },
  checkins: {
    source: {
      staff: 'desk frontdesk reception admin empfang recepcion accueil',
      member_app: 'app mobile mobileapp',
      kiosk: 'tablet selfcheckin selfservice',
      access_control: 'door gate access turnstile keyfob fob keycard tur puerta porte',
    },
    status: {
      valid: 'success allowed granted signedin checkedin attended present completed',
      invalid: 'denied refused rejected failed',
    },
  },
  metric_entries: {
    unit: {
      kg: 'kgs kilo kilos kilogram kilograms',
      lb: 'lbs pound pounds',
      m: 'meter meters metre metres',
      km: 'kilometers kilometres',
      mi: 'mile miles',
      yd: 'yard yards',
      ft: 'feet foot',
      in: 'inch inches',
      s: 'sec secs second seconds',
      min: 'mins minute minutes',
      h: 'hr hrs hour hours',
      percent: 'pct',
      kcal: 'cal cals calories',
      count: 'reps rep rounds',
    },
  },
};

/** The words that mean yes and no beyond those of the languages. */
const CONSENT: Choices = {
  true: '1 x checked subscribed optedin optin accepted enabled active',
  false: '0 unchecked unsubscribed optedout optout declined disabled inactive',
};

const byWord = (choices: Choices): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(choices).flatMap(([choice, words]) =>
      words.split(' ').map((word): [string, string] => [word, choice]),
    ),
  );

/** What other systems write for the choices of a field, and what each word is. */
export const knownWords = (family: string, field: string, isFlag: boolean): ReadonlyMap<string, string> =>
  byWord(isFlag ? CONSENT : (KNOWN[family]?.[field] ?? {}));
