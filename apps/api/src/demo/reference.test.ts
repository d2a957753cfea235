import { NIVEAUX, TYPE_UTILISATEUR } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { AGENTS, COMPTES, VALIDEURS } from './administration/comptes.ts';
import { GROUPES } from '#src/installation/groupes.ts';
import { NAVIGATIONS } from '#src/installation/navigations.ts';
import { arrondir, fiscalites } from './fiscalite/index.ts';
import { TYPES_RAMIFICATION } from '#src/installation/nomenclatures.ts';
import { COLLECTIVITES } from './territoire/index.ts';

const duplicates = (items: readonly (string | number)[]): (string | number)[] =>
  items.filter((item, index) => items.indexOf(item) !== index);

describe('territories', () => {
  it('have four levels everywhere, with the names of the contract', () => {
    expect(TYPES_RAMIFICATION.map(({ nom }) => nom)).toEqual([...NIVEAUX]);
    for (const { nom, ramifications } of COLLECTIVITES) {
      const byId = new Map(ramifications.map((node) => [node.id, node]));
      for (const node of ramifications) {
        expect(byId.get(node.parentId ?? 0)?.niveau ?? 0, `${nom}, ${node.code}`).toBe(node.niveau - 1);
      }
      expect(new Set(ramifications.map(({ niveau }) => niveau)).size, nom).toBe(4);
    }
  });

  it('have unique codes and ids', () => {
    const all = COLLECTIVITES.flatMap(({ ramifications }) => ramifications);
    expect(duplicates(all.map(({ id }) => id))).toEqual([]);
    expect(duplicates(all.map(({ code }) => code))).toEqual([]);
    expect(duplicates(COLLECTIVITES.map(({ code }) => code))).toEqual([]);
    expect(all.some(({ code }) => code === 'NIA-1-01-2-A')).toBe(true);
  });

  it('lie within reach of their town', () => {
    for (const { nom, latitude, longitude, rayon, ramifications } of COLLECTIVITES) {
      for (const node of ramifications) {
        const north = (node.latitude - latitude) * 111;
        const east = (node.longitude - longitude) * 111 * Math.cos((latitude * Math.PI) / 180);
        expect(Math.hypot(north, east), `${nom}, ${node.code}`).toBeLessThan(Math.max(14, rayon * 2));
      }
    }
  });
});

describe('configuration', () => {
  it('has one tax for each activity and each type of equipment', () => {
    for (const { natures, equipements, taxes } of fiscalites()) {
      expect(taxes.map((taxe) => taxe.natureActiviteId).filter((id) => id !== null)).toEqual(
        expect.arrayContaining(natures.map(({ id }) => id)),
      );
      expect(taxes.map((taxe) => taxe.typeEquipementId).filter((id) => id !== null)).toEqual(
        expect.arrayContaining(equipements.map(({ id }) => id)),
      );
      expect(duplicates(taxes.map(({ nom }) => nom))).toEqual([]);
    }
  });

  it('has rates that rise, differ by département, and leave some places out', () => {
    const [niamey] = fiscalites();
    const hangar = niamey?.taxes.find(({ nom }) => nom === 'Droit de hangar');
    const tarif = (annee: number, index: number): number | null | undefined =>
      hangar?.applications.filter((application) => application.annee === annee)[index]?.tarif;
    expect(tarif(2026, 0)).toBeGreaterThan(tarif(2022, 0) ?? Infinity);
    expect(tarif(2026, 0)).toBeGreaterThan(tarif(2026, 1) ?? Infinity);
    expect(niamey?.taxes.some(({ applications }) => applications.some(({ exclue }) => exclue))).toBe(true);
  });

  it('rounds amounts to existing coins', () => {
    expect([47, 1234, 24_849, 1].map(arrondir)).toEqual([50, 1250, 25_000, 10]);
  });
});

describe('accounts', () => {
  it('are those that the README lists', () => {
    expect(COMPTES.map(({ id, username }) => [id, username])).toEqual([
      [1, 'superadmin'],
      [2, 'admin.nta'],
      [3, 'niamey'],
      [4, 'maradi'],
      [5, 'plateau'],
      [6, 'lecture'],
      [7, 'agent.terrain'],
      [8, 'inactif'],
    ]);
    const plateau = COMPTES.find(({ username }) => username === 'plateau');
    const [departement] = COLLECTIVITES[0]?.ramifications ?? [];
    expect(plateau).toMatchObject({ entites: [], ramifications: [departement?.id] });
    expect(departement?.niveau).toBe(1);
  });

  it('include agents and a user who may validate in each collectivité', () => {
    for (const { id } of COLLECTIVITES) {
      const agents = AGENTS.filter(({ entites }) => entites.includes(id));
      expect(agents.length).toBeGreaterThanOrEqual(6);
      expect(agents.every(({ typeId }) => typeId === TYPE_UTILISATEUR.agent)).toBe(true);
      expect(VALIDEURS[id]?.length).toBeGreaterThan(0);
    }
    expect(duplicates([...COMPTES, ...AGENTS].map(({ username }) => username))).toEqual([]);
    expect(duplicates([...COMPTES, ...AGENTS].map(({ id }) => id))).toEqual([]);
  });

  it('have groups with grants that exist on their screens', () => {
    for (const { nom, grants } of GROUPES) {
      for (const grant of grants) {
        const navigation = NAVIGATIONS.find(({ cle }) => cle === grant.cle);
        expect(navigation?.permissions, `${nom}, ${navigation?.cle}`).toContain(grant.nom);
      }
    }
    const writing = GROUPES.find(({ nom }) => nom === 'Consultation')?.grants.filter(
      ({ nom }) => !['Lister', 'Voir', 'Exporter'].includes(nom),
    );
    expect(writing).toEqual([]);
  });
});
