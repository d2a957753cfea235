/**
 * A simulated device of an agent, written from the documentation of the API and independent of the application: it
 * enrols by a code, signs its requests, repeats them until there is a reply, and resumes after an interruption. It
 * encrypts nothing and has no screens; its state is an append-only log of commands and the replies to them.
 */
import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** Commands per request. */
const BATCH = 100;
/** The code for a command after a missing one: the server has not processed it. */
const MISSING = 'terrain.sequence_manquante';

/** A refusal of the server: a retry would not change it. */
export class Refused extends Error {}

/** A temporary failure: retried after the delay that the server gives, if any. */
class Later extends Error {
  constructor({ status, headers }) {
    super(`${status}`);
    this.after = 1000 * (Number(headers.get('retry-after')) || 0);
  }
}

/** The state of a device before enrolment, as JSON. */
export const newState = () => ({
  cle: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  appareil: null,
  /** Last receipt rank by year. */
  rangs: {},
  /** All commands in order, the number already answered, and the answers by sequence. */
  journal: [],
  faites: 0,
  reponses: {},
  photos: {},
  decalage: null,
  curseur: null,
  /** Data received so far by a running full download; null otherwise. */
  complet: null,
  contribuables: {},
  referentiel: null,
});

export class Telephone {
  /**
   * @param options.patience milliseconds after which calls to a silent server fail
   * @param options.batch number of commands per request
   * @param options.save stores the state; called before anything is sent, and after each reply
   */
  constructor({ url, patience = 120_000, batch = BATCH, etat = newState(), save = () => {} }) {
    Object.assign(this, { url, patience, batch, etat, save });
    this.cle = createPrivateKey({ key: etat.cle, format: 'jwk' });
    this.token = undefined;
    this.counts = { calls: 0, retries: 0 };
  }

  async #once(path, { method = 'GET', headers = {}, body }) {
    this.counts.calls += 1;
    const sentAt = Date.now();
    const reply = await fetch(this.url + path, {
      method,
      headers: { ...(this.token && { authorization: `Bearer ${this.token}` }), ...headers },
      body,
      signal: AbortSignal.timeout(60_000),
    });
    const text = await reply.text();
    if (reply.status >= 500 || reply.status === 429) throw new Later(reply);
    const content = text ? JSON.parse(text) : {};
    if (!reply.ok) throw new Refused(`${method} ${path} : ${reply.status} ${content.message ?? ''}`);
    if (content.heure) this.etat.decalage = Math.round(Date.parse(content.heure) - (sentAt + Date.now()) / 2);
    return content;
  }

  /** Retries until there is an answer, with growing delays, because all clients return at once when a network does. */
  async #call(path, options = {}) {
    const until = Date.now() + this.patience;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(path, options);
      } catch (error) {
        if (error instanceof Refused || Date.now() > until) throw error;
        this.counts.retries += 1;
        const backOff = Math.min(20 * 2 ** attempt, 5000) * (0.5 + Math.random());
        // random delay: the server asked all clients to wait the same time
        await sleep(Math.max(backOff, (error.after ?? 0) * (1 + Math.random())));
      }
    }
  }
  #post(path, body) {
    const headers = { 'content-type': 'application/json' };
    return this.#call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async signIn(username, password) {
    ({ token: this.token } = await this.#post('/login_check', { username, password }));
  }

  /** @param code from the office */
  async enrol(code, plateforme = 'Essai') {
    const { kty, crv, x, y } = this.etat.cle;
    // the key is stored before it is sent, so that a lost answer needs no new code
    this.save(this.etat);
    const body = { code, clePublique: { kty, crv, x, y }, plateforme, version: '1' };
    const { appareil, series } = await this.#post('/v2/terrain/appareils/inscription', body);
    this.etat.appareil = appareil;
    for (const { annee, dernier } of series) this.etat.rangs[annee] = dernier;
    this.save(this.etat);
  }

  /** Records a command, sent later by `send`. @returns the command */
  record(type, corps) {
    const { journal, decalage } = this.etat;
    const commande = {
      sequence: journal.length + 1,
      type,
      faitLe: new Date().toISOString(),
      decalage,
      corps,
    };
    journal.push(commande);
    return commande;
  }

  /** A payment with the next receipt number: `NIA-2026-A017-000123`. */
  takePayment(contribuable, montant, moyenPaiement) {
    const annee = new Date(Date.now() + (this.etat.decalage ?? 0)).getUTCFullYear();
    const rang = (this.etat.rangs[annee] ?? 0) + 1;
    this.etat.rangs[annee] = rang;
    const { entite, numero } = this.etat.appareil;
    const recu = `${entite.code}-${annee}-A${String(numero).padStart(3, '0')}-${String(rang).padStart(6, '0')}`;
    return this.record('paiement', { contribuable, montant, moyenPaiement, recu, rang });
  }

  /** An enrolment; its photo is sent separately. @returns the device's key of the taxpayer */
  enrolTaxpayer(fiche, photo) {
    const local = randomUUID();
    const empreinte = photo && createHash('sha256').update(photo).digest('hex');
    if (photo) this.etat.photos[empreinte] = photo.toString('base64');
    this.record('enrolement', { local, ...fiche, ...(photo && { photo: empreinte }) });
    return { local };
  }

  get enAttente() {
    return this.etat.journal.slice(this.etat.faites);
  }

  /** Sends batches until nothing waits. @returns the answers, and the office's decision about the device */
  async send() {
    const { etat } = this;
    this.save(etat);
    const replies = [];
    for (;;) {
      const attente = this.enAttente;
      const commandes = attente.slice(0, this.batch);
      const { data, appareil } = await this.#postCommands(commandes, attente.length - commandes.length);
      const answered = data.filter(({ code }) => code !== MISSING);
      for (const reponse of answered) etat.reponses[reponse.sequence] = reponse;
      replies.push(...answered);
      // a server restored from a backup receives again what it lacks
      etat.faites = appareil.dernierSequence;
      this.save(etat);
      if (this.enAttente.length === 0 || answered.length === 0) return { replies, statut: appareil.statut };
    }
  }

  #postCommands(commandes, enAttente) {
    const horloge = new Date().toISOString();
    const body = Buffer.from(
      JSON.stringify({ appareil: this.etat.appareil.id, version: '1', enAttente, horloge, commandes }),
    );
    const signature = sign('sha256', body, { key: this.cle, dsaEncoding: 'ieee-p1363' });
    return this.#call('/v2/terrain/commandes', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'octroi-signature': signature.toString('base64url'),
      },
      body: gzipSync(body),
    });
  }

  /** Sends waiting photos, each until it is acknowledged. */
  async sendPhotos() {
    for (const [empreinte, photo] of Object.entries(this.etat.photos)) {
      const headers = { 'content-type': 'image/jpeg' };
      const body = Buffer.from(photo, 'base64');
      await this.#call(`/v2/terrain/photos/${empreinte}`, { method: 'PUT', headers, body });
      delete this.etat.photos[empreinte];
      this.save(this.etat);
    }
  }

  /** Downloads until no page is left. @returns the number of taxpayers received */
  async receive() {
    let nombre = 0;
    for (;;) {
      const query = new URLSearchParams({ appareil: String(this.etat.appareil.id) });
      if (this.etat.curseur) query.set('depuis', this.etat.curseur);
      const reply = await this.#call(`/v2/terrain/donnees?${query}`);
      nombre += reply.contribuables.length;
      this.#store(reply);
      this.save(this.etat);
      if (!reply.suite) return nombre;
    }
  }
  #store({ curseur, suite, complet, referentiel, contribuables, retires }) {
    const { etat } = this;
    etat.curseur = curseur;
    etat.referentiel = referentiel ?? etat.referentiel;
    for (const id of retires) delete etat.contribuables[id];
    if (complet) etat.complet ??= {};
    for (const ligne of contribuables) (complet ? etat.complet : etat.contribuables)[ligne[0]] = ligne;
    if (complet && !suite) {
      etat.contribuables = etat.complet;
      etat.complet = null;
    }
  }
}
