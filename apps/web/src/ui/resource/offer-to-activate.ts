import { isFeminine, type ResourcePath } from '@octroi/contract/register';
import type { Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';
import { callsOf } from '#src/platform/resource.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '../dialog/confirm.tsx';
import { labelOf } from '../form/resource-options.ts';

/** The question about a new inactive record, in the gender of its resource. */
export const activationQuestion = (path: ResourcePath, name: string) => ({
  title: `Activer « ${name} » ?`,
  message: isFeminine(path)
    ? `Tant que « ${name} » n’est pas activée, on ne peut la choisir nulle part.`
    : `Tant que « ${name} » n’est pas activé, on ne peut le choisir nulle part.`,
  confirm: 'Activer',
  cancel: isFeminine(path) ? 'Laisser inactive' : 'Laisser inactif',
});

/** A record created inactive appears in no select: asks the person whether to activate it. */
export async function offerToActivate({ path, fields }: Resource, record: ResourceRow): Promise<void> {
  const { enabled } = fields;
  if (enabled?.kind !== 'flag' || enabled.default || record['enabled'] !== false) return;
  const yes = await askConfirm(activationQuestion(path, labelOf(record)));
  if (yes) await callsOf(path).change(record.id, { enabled: true }, record.version).catch(toastFailure);
}
