/** A server of the field as small as a test needs it: it keeps the promises of the contract, and loses what it is told to lose. */
import type { Commande, CommandesBody, CommandesReply } from '@octroi/contract/terrain/commandes';
import type { ContribuableAppareil, Donnees } from '../platform/wire.ts';

const DEVICE = {
  id: 7,
  nom: 'Tablette 17',
  numero: 17,
  code: 'A017',
  statut: 'actif' as const,
  plafond: null,
};

export const person = (id: number, nom: string, dus: ContribuableAppareil[10] = []): ContribuableAppareil => [
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
];

export class FieldServer {
  readonly received = new Map<number, Commande>();
  contribuables: ContribuableAppareil[] = [];
  /** By the phone's clock. */
  ahead = 0;
  token = 'jeton';
  /** The next calls fail so, in turn; nothing: they go well. */
  readonly faults: ('lost' | 'unanswered' | 401)[] = [];
  /** Taxpayers of a page. */
  perPage = 2;
  calls: string[] = [];
  batches: CommandesBody[] = [];
  statut: 'actif' | 'bloqué' | 'effacé' = 'actif';

  private get heure(): string {
    return new Date(Date.now() + this.ahead).toISOString();
  }
  private get last(): number {
    return Math.max(0, ...this.received.keys());
  }

  /** Stands in the place of `fetch`. */
  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address as string, 'http://terrain.test');
    this.calls.push(`${init.method ?? 'GET'} ${url.pathname}`);
    const fault = this.faults.shift();
    if (fault === 'lost') throw new TypeError('the request was lost');
    if (fault === 401) return json({ code: 'session.absente', message: 'Votre session est terminée.' }, 401);
    const reply = await this.answer(url, init);
    if (fault === 'unanswered') throw new TypeError('the answer was lost');
    return reply;
  };

  private async answer(url: URL, { body, headers }: RequestInit): Promise<Response> {
    if (url.pathname === '/login_check') return json({ token: this.token });
    if (url.pathname === '/v2/terrain/commandes') return json(await this.take(body, new Headers(headers)));
    if (url.pathname === '/v2/terrain/donnees') return json(this.give(url.searchParams.get('depuis')));
    if (url.pathname.startsWith('/v2/terrain/photos/')) return new Response(null, { status: 204 });
    throw new Error(`no such address: ${url.pathname}`);
  }

  private async take(body: BodyInit | null | undefined, headers: Headers): Promise<CommandesReply> {
    const packed = headers.get('content-encoding') === 'gzip';
    const sent = new Blob([body as ArrayBuffer]).stream();
    const text = await new Response(packed ? sent.pipeThrough(new DecompressionStream('gzip')) : sent).text();
    const batch = JSON.parse(text) as CommandesBody;
    this.batches.push(batch);
    const data: CommandesReply['data'] = [];
    for (const command of this.statut === 'bloqué' ? [] : batch.commandes) {
      const known = this.received.get(command.sequence);
      if (known && JSON.stringify(known) !== JSON.stringify(command))
        throw new Error('another command of that number');
      if (!known && command.sequence !== this.last + 1) {
        data.push({ sequence: command.sequence, etat: 'refuse', code: 'terrain.sequence_manquante' });
        break;
      }
      this.received.set(command.sequence, command);
      data.push({
        sequence: command.sequence,
        etat: known ? 'deja' : 'accepte',
        ...(known && { premier: 'accepte' as const }),
        ...(command.type === 'enrolement' && {
          resultat: { contribuable: 1000 + command.sequence, numKlis: `NIA-00${1000 + command.sequence}` },
        }),
      });
    }
    return { heure: this.heure, appareil: { statut: this.statut, dernierSequence: this.last }, data };
  }

  private give(depuis: string | null): Donnees {
    const from = Number(depuis ?? 0);
    const whole = from < this.contribuables.length;
    const next = Math.min(from + this.perPage, this.contribuables.length);
    return {
      curseur: String(next),
      suite: next < this.contribuables.length,
      complet: whole,
      heure: this.heure,
      fuseau: 'Africa/Niamey',
      appareil: { ...DEVICE, dernierSequence: this.last, series: [] },
      referentiel: null,
      tournees: from === 0 ? [] : null,
      caisse: null,
      contribuables: this.contribuables.slice(from, next),
      retires: [],
    };
  }
}

const json = (content: unknown, status = 200): Response =>
  new Response(JSON.stringify(content), { status, headers: { 'content-type': 'application/json' } });
