/** Helpers for journeys of the field app. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Commande, CommandesBody, Donnees, Figures } from '@octroi/contract';
import sharp from 'sharp';
import { root } from '../../../scripts/lib/setup.mjs';
import { runAxe } from '../../parcours/axe.ts';
import { expectAccessible, expectNoSidewaysScroll, fetchApi, OWN_PASSWORD, signIn } from '../support.ts';

/** A cheap phone. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  locale: 'fr-FR',
  timezoneId: 'Africa/Niamey',
} as const;

/** Today on the phone. */
export const phoneDay = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: PHONE.timezoneId });

/** Taxpayers of a place; one has arrears, due and upcoming échéances. */
function peopleOn(today: string): Donnees['contribuables'] {
  const year = Number(today.slice(0, 4));
  const some: [number, string, Donnees['contribuables'][number][10]][] = [
    [5, 'Souley Idé', [[1, year, `${year}-01-01`, 1, 21_000]]],
    [
      887,
      'Djermakoye Soumana',
      [
        [1, year - 1, `${year - 1}-10-01`, 4, 1500],
        [2, year - 1, `${year - 1}-01-01`, 1, 1000],
        [2, year, `${year}-01-01`, 1, 4000],
        [3, year, `${year + 1}-01-01`, 12, 500],
      ],
    ],
    [4310, 'Djermakoye Soumeïla', []],
    [11_742, 'Bonkano Djermakoye', [[1, year, `${year}-01-01`, 1, 18_000]]],
  ];
  const near: Record<number, [number, number]> = { 5: [13.5, 2.1], 887: [13.501, 2.1], 11_742: [13.49, 2.1] };
  return some.map(([id, nom, dus]) => [
    id,
    1,
    `NIA-${String(id).padStart(6, '0')}`,
    nom,
    '96 27 41 08',
    11,
    ...(near[id] ?? [null, null]),
    null,
    0,
    dus,
    [],
    [],
  ]);
}

/** A fake office server for journeys of the phone only. */
export class Office {
  /** The commands of the device in use. */
  readonly received: Commande[] = [];
  /** The number of the device in use: each empty phone that is enrolled is another one. */
  private numero = 16;
  /** Number of uploads of each photo, by sha256. */
  readonly photos = new Map<string, number>();
  offline = false;
  /** The office's decision about the phone and its agent. */
  statut: 'actif' | 'bloqué' = 'actif';
  agentActif = true;
  motsSimples = false;
  readonly people: Donnees['contribuables'] = peopleOn(phoneDay());
  /** The taxpayers of today's tour. */
  planned = this.people;

  private get heure(): string {
    return new Date().toISOString();
  }

  /** Replaces the server in this browser. */
  async listen(context: BrowserContext): Promise<void> {
    const serve = (pattern: RegExp, reply: (url: URL, body: Buffer, packed: boolean) => unknown) =>
      context.route(pattern, async (route) => {
        if (this.offline) return route.abort('internetdisconnected');
        const request = route.request();
        const packed = request.headers()['content-encoding'] === 'gzip';
        const json = reply(new URL(request.url()), request.postDataBuffer() ?? Buffer.alloc(0), packed);
        return json === null ? route.fulfill({ status: 204 }) : route.fulfill({ json });
      });
    await serve(/\/login_check$/, () => ({ token: 'jeton' }));
    await serve(/\/v2\/terrain\/appareils\/inscription$/, (_url, body) =>
      this.inscription(JSON.parse(body.toString()) as { appareil?: number }),
    );
    await serve(/\/v2\/terrain\/commandes$/, (_url, body, packed) =>
      this.take(JSON.parse((packed ? gunzipSync(body) : body).toString()) as CommandesBody),
    );
    await serve(/\/v2\/terrain\/donnees/, () => this.give());
    await serve(/\/v2\/terrain\/photos\//, ({ pathname }, body) => {
      this.photos.set(pathname.split('/').at(-1) ?? '', body.length);
      return null;
    });
  }

  private get code(): string {
    return `A0${this.numero}`;
  }

  /** An empty phone is a new device; one that names its device goes on after what the office received. */
  private inscription({ appareil }: { appareil?: number }) {
    const before = this.numero > 16 ? { code: this.code, actes: this.received.length } : null;
    if (appareil === undefined) {
      this.numero += 1;
      this.received.length = 0;
    }
    const ranks = this.received.flatMap(({ corps }) => Number(corps['rang']) || []);
    return {
      appareil: {
        id: this.numero,
        nom: 'Tablette Yantala',
        numero: this.numero,
        code: this.code,
        entite: { id: 1, nom: 'Ville de Niamey', code: 'NIA' },
        ramifications: [{ id: 9, nom: 'Yantala Haut' }],
        agent: { id: 3, username: 'agent.terrain', fullName: 'Ibrahim Moussa' },
        plafond: null,
      },
      statut: 'actif',
      remplace: appareil === undefined ? before : null,
      heure: this.heure,
      dernierSequence: this.received.length,
      series: [{ annee: Number(phoneDay().slice(0, 4)), dernier: Math.max(0, ...ranks) }],
    };
  }

  private take({ commandes }: CommandesBody) {
    const data = (this.statut === 'bloqué' ? [] : commandes).map((commande) => {
      const isKnown = this.received.some(({ sequence }) => sequence === commande.sequence);
      if (!isKnown) {
        expect(commande.sequence, 'in order, without gaps').toBe(this.received.length + 1);
        this.received.push(commande);
      }
      return {
        sequence: commande.sequence,
        etat: isKnown ? 'deja' : 'accepte',
        premier: 'accepte',
        resultat: {},
      };
    });
    const { heure, statut, agentActif } = this;
    return { heure, appareil: { statut, agentActif, dernierSequence: this.received.length }, data };
  }

  private give(): Donnees {
    const today = phoneDay();
    return {
      curseur: String(this.received.length),
      suite: false,
      complet: true,
      heure: this.heure,
      fuseau: 'Africa/Niamey',
      appareil: {
        id: this.numero,
        nom: 'Tablette Yantala',
        numero: this.numero,
        code: this.code,
        statut: 'actif',
        plafond: null,
        dernierSequence: this.received.length,
        series: [],
      },
      referentiel: {
        entite: { id: 1, nom: 'Ville de Niamey', code: 'NIA' },
        annee: Number(today.slice(0, 4)),
        lieux: [
          [9, 'Yantala Haut', null],
          [10, 'Zone 4', 9],
          [11, 'Secteur B', 10],
        ],
        natures: [[1, 'Vente de tissus et de pagnes']],
        typesEquipement: [
          [1, 'Étal'],
          [2, 'Panneau publicitaire'],
        ],
        taxes: [
          [1, 'Droit de place', 0, 1, 4, 4],
          [2, 'Publicité', 0, 2, 1, 1],
          [3, 'Ordures', 1, 0, 12, 365],
        ],
        tarifs: [
          [1, 9, 1500, []],
          [
            2,
            9,
            null,
            [
              ['Moins de 2 m²', 5000],
              ['Plus de 2 m²', 12_000],
            ],
          ],
          [3, 9, 500, []],
        ],
        moyens: [
          [5, 'Espèces', 'espèces', false],
          [1, 'Airtel Money', 'mobile', true],
          [2, 'Zamani Cash', 'mobile', true],
        ],
        regies: [[1, 'Régie des marchés']],
        successeurs: [[4, 'Aïssa Maïga']],
        caisseTenue: true,
        plafondPaiement: null,
        delaiNouveau: 0,
        remise: null,
        motsSimples: this.motsSimples,
      },
      tournees: [
        {
          id: 1,
          jour: today,
          visites: this.planned.map(([id, , , nom], ordre) => ({
            id: ordre + 1,
            contribuable: id,
            ordre,
            nom,
            presence: 'présent' as const,
            issue: null,
          })),
        },
      ],
      caisse: {
        session: { id: 1, regie: { id: 1, nom: 'Régie des marchés' }, jour: today, fonds: 5000, recus: 0 },
        valeurs: [
          { categorie: 1, nom: 'Ticket de marché', valeur: 100, de: 101, a: 200 },
          { categorie: 2, nom: 'Ticket de bétail', valeur: 500, de: 1, a: 50 },
        ],
      },
      contribuables: this.people,
      retires: [],
    };
  }
}

/** Journeys of a phone, with a fake office or with the product's own. */
export const test = base.extend<{ fakeOffice: Office; officePage: Page }>({
  fakeOffice: async ({ context }, use) => {
    const office = new Office();
    await office.listen(context);
    await use(office);
  },
  /** A page of the office, outside the phone's browser. */
  officePage: async ({ browser, baseURL }, use) => {
    const office = await browser.newPage({ baseURL });
    await signIn(office, 'superadmin');
    await use(office);
    await office.close();
  },
});

/** A fake printer in the page: records what is written, and can be out of reach. */
interface FakePrinter {
  written: number[];
  largest: number;
  requests: number;
  away: boolean;
}
declare global {
  interface Window {
    printer: FakePrinter;
  }
}

/** Installs a fake Bluetooth printer: one service, one write-only characteristic. */
export const plugPrinter = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const printer: FakePrinter = { written: [], largest: 0, requests: 0, away: false };
    window.printer = printer;
    const characteristic = {
      properties: { write: false, writeWithoutResponse: true },
      writeValueWithoutResponse: async (value: Uint8Array) => {
        printer.written.push(...value);
        printer.largest = Math.max(printer.largest, value.length);
      },
    };
    const silent = { properties: { write: false, writeWithoutResponse: false } };
    const service = { getCharacteristics: async () => [silent, characteristic] };
    const gatt = {
      connect: async () => {
        if (printer.away) throw new DOMException('GATT Server is disconnected', 'NetworkError');
        return { getPrimaryServices: async () => [service] };
      },
      disconnect: () => undefined,
    };
    const bluetooth = {
      requestDevice: async () => {
        printer.requests += 1;
        return { gatt };
      },
    };
    Object.defineProperty(navigator, 'bluetooth', { value: bluetooth, configurable: true });
  });

/** Enrols a new phone by the office's link, and signs in. */
export async function enrolPhone(
  page: Page,
  { code = 'ABCDEFGH23', username = 'agent.terrain', password = 'Octroi-2026!', origin = '' } = {},
): Promise<void> {
  await page.goto(`${origin}/terrain${origin && '/'}#code=${code}`);
  await signInAs(page, username, password);
  await page.getByRole('button', { name: 'Inscrire ce téléphone' }).click();
  await expect(page.getByRole('heading', { name: 'Aujourd’hui' })).toBeVisible();
}

async function signInAs(page: Page, pseudo: string, password: string): Promise<void> {
  await page.getByLabel('Pseudo').fill(pseudo);
  await page.getByLabel('Mot de passe').fill(password);
}

export async function unlock(page: Page, pseudo: string, password = 'Octroi-2026!'): Promise<void> {
  await signInAs(page, pseudo, password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** The number of unsent acts in the bar. */
export const waiting = (page: Page) => page.getByRole('link', { name: /^Envoi : / });

/** Opens a screen of the app. */
export async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
}

/** Takes the proposed amount in cash. @returns the receipt number */
export async function takeCash(page: Page, contribuable: string | number): Promise<string> {
  await show(page, `/encaisser/${contribuable}`);
  await page.getByRole('button', { name: /^Encaisser \d/ }).click();
  await expect(page.getByRole('heading', { name: 'Reçu' })).toBeVisible();
  return page.locator('.recu .no').innerText();
}

/** Readability in sunlight: text contrast 7:1 (AAA), sufficient tap targets. */
export async function expectSunReadable(page: Page): Promise<void> {
  const { violations, passedRules } = await runAxe(page, {
    runOnly: ['color-contrast-enhanced', 'target-size'],
  });
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
  expect(faults, page.url()).toEqual([]);
  expect(passedRules, 'the rule found text to measure').toContain('color-contrast-enhanced');
}

/** The words that are broken inside, on several lines without a hyphen; a number may be broken after its own hyphens. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\-‐‑/]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const seen = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (new Set(seen.map(({ top }) => top)).size > 1) found.push(word);
      }
    return found;
  });

/** A screen of the phone is accessible, readable in sunlight, and as wide as the phone. */
export async function expectFitOnPhone(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectSunReadable(page);
  await expectNoSidewaysScroll(page);
}

/** A small photo. */
export async function photo() {
  const made = sharp({ create: { width: 300, height: 400, channels: 3, background: '#888' } });
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await made.jpeg().toBuffer() };
}

/** Opens the agent's till, with 5,000 francs of change. */
export async function openTill(phone: Page, regie: string): Promise<void> {
  await show(phone, '/caisse');
  await phone.getByLabel('Fonds de caisse (F CFA)').fill('5000');
  const choice = phone.getByLabel('Régie');
  if (await choice.isVisible()) await choice.selectOption({ label: regie });
  await phone.getByRole('button', { name: 'Ouvrir ma caisse' }).click();
  await expect(phone.getByRole('link', { name: 'Compter et fermer' })).toBeVisible();
}

/** What Niamey has paid on a day, on the office's dashboard. */
export async function encaisse(office: Page, day: string): Promise<number> {
  const query = { entite: '[1]', base: 'encaissement', from: day, to: day };
  return (await fetchApi<{ stats: Figures }>(office, 'dashboard/by-entite', query)).stats.paiement;
}

export const post = async <Reply>(office: Page, path: string, data: unknown): Promise<Reply> => {
  const reply = await office.request.post(`/v2/${path}`, { data });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Reply;
};

/** An agent of Niamey with a device for its départements, and its enrolment code. */
export async function newDevice(office: Page) {
  const username = `terrain${Date.now()}`;
  const { id } = await post<{ id: number }>(office, 'users', {
    nom: 'Moussa',
    prenom: 'Ibrahim',
    username,
    email: `${username}@octroi.test`,
    password: OWN_PASSWORD,
    passwordConfirm: OWN_PASSWORD,
    type: 2,
    entites: [1],
  });
  const { data: places } = await fetchApi<{ data: { id: number }[] }>(office, 'ramifications', {
    'filter[tr.id]': '1',
    'filter[ent.id]': '1',
    itemperpage: '50',
  });
  const { code } = await post<{ code: string }>(office, 'appareils', {
    entite: 1,
    nom: 'Tablette du marché',
    agent: id,
    ramifications: places.map((place) => place.id),
  });
  return { id, username, code };
}

/** Serves the build at its own address; after `renew`, with another service worker. @param sounds by path below `voix/` */
export async function serveBuild(sounds: Readonly<Record<string, Buffer>> = {}) {
  const asked: string[] = [];
  const dist = path.join(root, 'apps/terrain/dist');
  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.html': 'text/html',
  };
  let renewed = false;
  const server = http.createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://phone.test');
    // the office is simulated in the browser: a late request during closing must fail
    if (!pathname.startsWith('/terrain/')) return void request.destroy();
    const sound = /^\/terrain\/voix\/(.+)$/.exec(pathname)?.[1];
    if (sound) {
      asked.push(sound);
      return void reply
        .writeHead(sounds[sound] ? 200 : 404, { 'content-type': 'audio/mpeg' })
        .end(sounds[sound]);
    }
    const file = path.join(dist, pathname.slice('/terrain/'.length) || 'index.html');
    reply.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
    reply.setHeader('cache-control', 'no-cache');
    const content = fs.readFileSync(file);
    reply.end(renewed && pathname.endsWith('/sw.js') ? `${content.toString()}\n// anew` : content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The sounds that were asked for. */
    asked,
    renew: () => {
      renewed = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        // the browser keeps some open, and a close would wait for them
        server.closeAllConnections();
      }),
  };
}
