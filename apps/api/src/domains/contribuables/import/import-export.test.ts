import type { Plan } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { sentFile } from '#src/testing/files/photos.ts';
import { importDesk } from '#src/testing/imports.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp({ thresholds: { pas: 50 } });
const desk = await enrolmentDesk(octroi);
const imports = importDesk(desk.by('niamey'));
const MARK = 'Qvyzwx';

/** Names that spreadsheets, encodings or separators spoil. */
const NOMS = [
  'Moussa',
  '-5 SARL',
  '=SOMME',
  '+227',
  '@bou',
  "'Quoted",
  'O’Brien; fils',
  'Guillemet "double"',
  'Étal, Œuvre',
  'محمد',
  'Ɗan Ɓaba',
  '0042',
  '1e5',
  '12/03/2024',
  'TOTAL',
  '#N/A société',
];

/** The rows of the list as a file, of the taxpayers of this test. */
const exported = async (format: 'csv' | 'xlsx') =>
  fileOf(octroi, 'niamey', '/v2/exports', {
    resource: 'contribuables',
    format,
    query: `entite=1&filter[contrib.prenom][type]=eq&filter[contrib.prenom][x]=${MARK}&orderBy=contrib.numKlis`,
  });

describe('the list of taxpayers', () => {
  it.each(['csv', 'xlsx'] as const)('exported as %s and imported again says nothing new', async (format) => {
    for (const [rank, nom] of NOMS.entries())
      await desk.enrolled({
        nom: `${nom} ${format}`,
        prenom: MARK,
        telephone:
          rank % 3 === 0 ? null : `+227 9${format === 'csv' ? 1 : 2} 00 00 ${String(rank).padStart(2, '0')}`,
        adresse: rank % 4 === 0 ? '-12, rue "A"; près' : null,
        lignes: rank % 2 === 0 ? [{ typeEquipement: desk.kiosque }] : [],
      });
    const first = await exported(format);
    const sent = await imports.send(first.bytes, `liste.${format}`);
    await imports.decide(sent.id, { decisions: { differences: 'corriger' } });
    await imports.run(sent, false);
    const rows = await imports.lignes(sent.id);
    expect(
      rows
        .filter(({ sort }) => sort !== 'identique')
        .map(({ sort, details, valeurs }) => ({ sort, details, valeurs })),
    ).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(NOMS.length);
    const second = await exported(format);
    if (format === 'csv') expect(second.bytes.toString()).toBe(first.bytes.toString());
  });
});

describe('the list of sub-entities', () => {
  it.each(['csv', 'xlsx'] as const)('exported as %s and imported again says nothing new', async (format) => {
    const list = () =>
      fileOf(octroi, 'niamey', '/v2/exports', {
        resource: 'ramifications',
        format,
        query: 'filter[ent.id]=1&orderBy=ram.code',
      });
    const first = await list();
    expect(first.status).toBe(200);
    for (const essai of ['1', '0']) {
      const { body, headers } = sentFile(first.bytes, {
        name: `lieux.${format}`,
        type: 'text/csv',
        part: 'fichier',
        fields: { entite: '1', essai },
      });
      const reply = await desk.by('niamey').send<Plan>('POST', '/v2/ramifications/plan', body, headers);
      expect([reply.status, reply.body.fautes]).toEqual([200, []]);
      expect(reply.body.lieux.filter(({ existe }) => !existe)).toEqual([]);
      expect(reply.body.lieux.length).toBeGreaterThan(10);
    }
    const second = await list();
    if (format === 'csv') expect(second.bytes.toString()).toBe(first.bytes.toString());
  });
});
