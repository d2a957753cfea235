import type { Resource, ResourceRow } from '@octroi/contract/resource';
import { callsOf } from '#src/platform/resource.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '../confirm.tsx';
import { labelOf } from '../resource-options.ts';

/** What opens inactive, and was left so, is in no choice: whoever just made it is asked whether it shall be. */
export async function offerToActivate({ path, fields }: Resource, made: ResourceRow): Promise<void> {
  const { enabled } = fields;
  if (enabled?.kind !== 'flag' || enabled.default || made['enabled'] !== false) return;
  const name = labelOf(made);
  const yes = await askConfirm({
    title: `Activer « ${name} » ?`,
    message: `Tant que « ${name} » n’est pas activé, on ne peut le choisir nulle part.`,
    confirm: 'Activer',
    cancel: 'Laisser inactif',
  });
  if (yes) await callsOf(path).change(made.id, { enabled: true }, made.version).catch(toastFailure);
}
