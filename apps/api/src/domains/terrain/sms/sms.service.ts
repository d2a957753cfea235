/** What is seen of SMS: what was sent and what not, and by which gateway (ADR 0050). */
import type { MessageSmsQuery, PasserelleSms } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { narrowingOf } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import type { SmsGateway } from '#src/platform/sms/sms.ts';
import { readEmployed, smsSeen, smsSource } from './sms.repository.ts';

export const smsReader = (db: Database) =>
  readerOf(db, (person: Person, query: MessageSmsQuery) => {
    demand(person, 'sms', 'Lister');
    return { source: smsSource, conditions: smsSeen(scopeOf(person), query.entite), ...narrowingOf(query) };
  });

export const smsService = (db: Database, { nom, real }: SmsGateway) => ({
  ...smsReader(db),

  async passerelle(person: Person): Promise<PasserelleSms> {
    demand(person, 'sms', 'Lister');
    return { nom, reelle: real, ...(await readEmployed(db, scopeOf(person), nom)) };
  },
});
