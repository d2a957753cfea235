/** A minimal server for tests of the field app: it follows the contract, and loses messages on demand. */
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import type { Commande, CommandesBody, CommandesReply } from '@octroi/contract/terrain/commandes';
import type { CleRemise, RemisesBody, RemisesReply } from '@octroi/contract/terrain/remises';
import type { ContribuableAppareil, Donnees, Referentiel } from '../platform/exchange/wire.ts';

const DEVICE = {
  id: 7,
  nom: 'Tablette 17',
  numero: 17,
  code: 'A017',
  statut: 'actif' as const,
  plafond: null,
};

export const person = (
  id: number,
  nom: string,
  dus: ContribuableAppareil[10] = [],
  attentes: ContribuableAppareil[12] = [],
): ContribuableAppareil => [
  id,
  1,
  `NIA-${String(id).padStart(6, '0')}`,
  nom,
  null,
  10,
  null,
  null,
  null,
  0,
  dus,
  [],
  attentes,
];

export class FieldServer {
  /** The commands of the device in use. */
  readonly received = new Map<number, Commande>();
  contribuables: ContribuableAppareil[] = [];
  /** The reply to an enrolment. */
  inscription: InscriptionAppareil | null = null;
  referentiel: Referentiel | null = null;
  /** Whether the next download is a full one. */
  sendsAll = false;
  /** Milliseconds that the server is ahead of the phone. */
  ahead = 0;
  /** Accounts that may sign in; when empty, anybody may. */
  people: { id: number; username: string; email: string; password: string }[] = [];
  /** The accepted enrolment code. */
  code = 'ABCDEFGH23';
  /** Failures of the next calls in order; when empty, calls succeed. */
  readonly faults: ('lost' | 'unanswered' | 401 | 503)[] = [];
  /** Taxpayers of a page. */
  perPage = 2;
  calls: string[] = [];
  batches: CommandesBody[] = [];
  remises: RemisesBody[] = [];
  readonly keys = new Map<string, CryptoKey>();
  statut: 'actif' | 'bloqué' | 'effacé' = 'actif';
  agentActif = true;
  /** The device that each enrolment named. */
  readonly inscribed: (number | null)[] = [];
  /** Whether the server knows the phone's key. */
  knowsKey = true;

  private get heure(): string {
    return new Date(Date.now() + this.ahead).toISOString();
  }
  private get last(): number {
    return Math.max(0, ...this.received.keys());
  }

  /** Replaces `fetch`. */
  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address as string, 'http://terrain.test');
    this.calls.push(`${init.method ?? 'GET'} ${url.pathname}`);
    const fault = this.faults.shift();
    if (fault === 'lost') throw new TypeError('the request was lost');
    if (fault === 503) return busy();
    if (fault === 401) return json({ code: 'session.absente', message: 'Votre session est terminée.' }, 401);
    const reply = await this.answer(url, init);
    if (fault === 'unanswered') throw new TypeError('the answer was lost');
    return reply;
  };

  private async answer(url: URL, { body, headers }: RequestInit): Promise<Response> {
    const unsigned =
      ['/v2/terrain/commandes', '/v2/terrain/remises'].includes(url.pathname) && !this.knowsKey;
    if (unsigned)
      return json({ code: 'signature.refusee', message: 'La signature n’est pas la sienne.' }, 401);
    if (url.pathname === '/v2/terrain/appareils/inscription')
      return (JSON.parse(body as string) as { code: string }).code === this.code
        ? json(this.enrol(JSON.parse(body as string) as { appareil?: number }))
        : json({ code: 'champ.invalide', message: 'Ce code n’est pas valable.' }, 400);
    if (url.pathname === '/login_check')
      return this.signIn(JSON.parse(body as string) as Parameters<FieldServer['signIn']>[0]);
    if (url.pathname === '/v2/session') {
      const token = new Headers(headers).get('authorization')?.replace('Bearer ', '');
      return json({ user: this.people.find(({ username }) => username === token) });
    }
    if (url.pathname === '/v2/terrain/commandes') return json(await this.take(body, new Headers(headers)));
    if (url.pathname === '/v2/terrain/remises') return json(await this.open(body, new Headers(headers)));
    if (url.pathname === '/v2/terrain/donnees') return json(this.give(url.searchParams.get('depuis')));
    if (url.pathname.startsWith('/v2/terrain/photos/')) return new Response(null, { status: 204 });
    throw new Error(`no such address: ${url.pathname}`);
  }

  private signIn({ username: typed, password }: { username: string; password: string }): Response {
    const account = this.people.find(({ username, email }) => typed === username || typed === email);
    if (this.people.length > 0 && account?.password !== password)
      return json({ code: 'connexion.refusee', message: 'Pseudo ou mot de passe faux.' }, 401);
    return json({ token: account?.username ?? 'jeton' });
  }

  private enrol({ appareil }: { appareil?: number }): InscriptionAppareil | null {
    const wasUsed = this.inscribed.length > 0 || this.received.size > 0;
    this.inscribed.push(appareil ?? null);
    this.knowsKey = true;
    if (wasUsed && appareil === undefined) this.replace();
    const ranks = [...this.received.values()].flatMap(({ corps }) => Number(corps['rang']) || []);
    const series = [{ annee: new Date(this.heure).getFullYear(), dernier: Math.max(0, ...ranks) }];
    return this.inscription && { ...this.inscription, heure: this.heure, dernierSequence: this.last, series };
  }

  /** An empty phone is a new device: its commands and receipts are numbered from one. */
  private replace(): void {
    if (!this.inscription) return;
    const { appareil } = this.inscription;
    const numero = appareil.numero + 1;
    this.inscription = {
      ...this.inscription,
      appareil: { ...appareil, id: appareil.id + 1, numero, code: `A${String(numero).padStart(3, '0')}` },
      remplace: { code: appareil.code, actes: this.received.size },
    };
    this.received.clear();
  }

  private async take(body: BodyInit | null | undefined, headers: Headers): Promise<CommandesReply> {
    const batch = await read<CommandesBody>(body, headers);
    this.batches.push(batch);
    return this.do(batch);
  }

  /** Two places, cash, no taxes. */
  emptyReferentiel(): Referentiel {
    return {
      entite: { id: 1, nom: 'Ville de Niamey', code: 'NIA' },
      annee: 2026,
      lieux: [
        [9, 'Yantala Haut', null],
        [10, 'Zone 4', 9],
      ],
      natures: [],
      typesEquipement: [],
      taxes: [],
      tarifs: [],
      moyens: [[5, 'Espèces', 'espèces', false]],
      regies: [],
      successeurs: [],
      caisseTenue: false,
      delaiNouveau: 0,
      plafondPaiement: null,
      remise: null,
    };
  }

  /** The key pair that phones seal to. @returns what phones receive */
  async makeKey(nom = 'a'.repeat(16)): Promise<CleRemise> {
    const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
    this.keys.set(nom, pair.privateKey);
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    return { nom, publique: { kty: 'EC', crv: 'P-256', x, y } };
  }

  private async open(body: BodyInit | null | undefined, headers: Headers): Promise<RemisesReply> {
    const batch = await read<RemisesBody>(body, headers);
    this.remises.push(batch);
    const commandes: Commande[] = [];
    for (const { sequence, cle, scelle } of batch.commandes) {
      const key = this.keys.get(cle);
      if (!key) break;
      const text = await unseal(key, cle, scelle, `${batch.appareil}/${sequence}`);
      commandes.push(JSON.parse(text) as Commande);
    }
    const { data, ...reply } = this.do({ ...batch, commandes }, true);
    const replies: RemisesReply['data'] = data.map(({ sequence, code }) => ({
      sequence,
      etat: code ? 'manquante' : 'remise',
    }));
    const closed = batch.commandes[commandes.length];
    if (closed) replies.push({ sequence: closed.sequence, etat: 'illisible' });
    return { ...reply, data: replies };
  }

  /** @param remise a handover: accepted from a blocked device too */
  private do(batch: CommandesBody, remise = false): CommandesReply {
    const data: CommandesReply['data'] = [];
    for (const command of this.statut === 'bloqué' && !remise ? [] : batch.commandes) {
      const previous = this.received.get(command.sequence);
      if (previous && JSON.stringify(previous) !== JSON.stringify(command))
        throw new Error('another command of that number');
      if (!previous && command.sequence !== this.last + 1) {
        data.push({ sequence: command.sequence, etat: 'refuse', code: 'terrain.sequence_manquante' });
        break;
      }
      this.received.set(command.sequence, command);
      data.push({
        sequence: command.sequence,
        etat: previous ? 'deja' : 'accepte',
        ...(previous && { premier: 'accepte' as const }),
        ...(command.type === 'enrolement' && {
          resultat: { contribuable: 1000 + command.sequence, numKlis: `NIA-00${1000 + command.sequence}` },
        }),
      });
    }
    const { heure, statut, agentActif } = this;
    return { heure, appareil: { statut, agentActif, dernierSequence: this.last }, data };
  }

  private give(depuis: string | null): Donnees {
    const from = this.sendsAll ? 0 : Number(depuis ?? 0);
    const sendsAll = this.sendsAll || from < this.contribuables.length;
    const next = Math.min(from + this.perPage, this.contribuables.length);
    return {
      curseur: String(next),
      suite: next < this.contribuables.length,
      complet: sendsAll,
      heure: this.heure,
      fuseau: 'Africa/Niamey',
      appareil: { ...DEVICE, dernierSequence: this.last, series: [] },
      referentiel: this.referentiel,
      tournees: from === 0 ? [] : null,
      caisse: null,
      contribuables: this.contribuables.slice(from, next),
      retires: [],
    };
  }
}

const busy = (): Response =>
  new Response(JSON.stringify({ code: 'base.occupee', message: 'Trop d’envois arrivent à la fois.' }), {
    status: 503,
    headers: { 'retry-after': '5' },
  });

const json = (content: unknown, status = 200): Response =>
  new Response(JSON.stringify(content), { status, headers: { 'content-type': 'application/json' } });

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };

async function read<Body>(body: BodyInit | null | undefined, headers: Headers): Promise<Body> {
  const packed = headers.get('content-encoding') === 'gzip';
  const sent = new Blob([body as ArrayBuffer]).stream();
  const text = await new Response(packed ? sent.pipeThrough(new DecompressionStream('gzip')) : sent).text();
  return JSON.parse(text) as Body;
}

/** Opens a sealed command as the contract defines. @throws if it does not open */
async function unseal(key: CryptoKey, cle: string, sealed: string, place: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
    one.charCodeAt(0),
  );
  const [point, iv, content] = [bytes.slice(0, 65), bytes.slice(65, 77), bytes.slice(77)];
  const { subtle } = crypto;
  const theirs = await subtle.importKey('raw', point, CURVE, false, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, key, 256);
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode(`octroi remise 1 ${cle}`);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: point, info };
  const opening = await subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  const additionalData = new TextEncoder().encode(place);
  return new TextDecoder().decode(
    await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, opening, content),
  );
}
