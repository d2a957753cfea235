import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Modal } from '@mantine/core';
import { thenFocus } from '../page/next-focus.ts';
import { FormSkeleton } from '../form/SaveForm.tsx';
import {
  type RequestCreation,
  CreationContext,
  type CreatedRecord,
  type CreationRequest,
} from './creation.ts';

const CreationForm = lazy(async () => ({ default: (await import('./CreationForm.tsx')).CreationForm }));

interface PendingCreation extends CreationRequest {
  answer: (created: CreatedRecord | undefined) => void;
  /** The field that the record is created for. */
  field: Element | null;
}

/** Shows the pending creation forms, each above the form that requested it. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<readonly PendingCreation[]>([]);
  const [requestCreation] = useState(
    () => (request: Parameters<RequestCreation>[0]) =>
      new Promise<CreatedRecord | undefined>((answer) =>
        setPending((now) => [...now, { ...request, answer, field: document.activeElement }]),
      ),
  );
  const finish = (creation: PendingCreation, created?: CreatedRecord): void => {
    setPending((now) => now.filter((other) => other !== creation));
    creation.answer(created);
    // the person goes on where the missing record was noticed
    void thenFocus(
      () => undefined,
      () => (creation.field instanceof HTMLElement ? creation.field : null),
    );
  };
  return (
    <CreationContext value={requestCreation}>
      {children}
      {pending.map((creation, depth) => (
        <Modal
          key={depth}
          opened
          centered
          closeOnClickOutside={false}
          title={`Création - ${creation.resource.label.one}`}
          closeButtonProps={{ 'aria-label': 'Fermer' }}
          onClose={() => finish(creation)}
        >
          <Suspense fallback={<FormSkeleton />}>
            <CreationForm
              request={creation}
              onCreated={(created) => finish(creation, created)}
              onCancel={() => finish(creation)}
            />
          </Suspense>
        </Modal>
      ))}
    </CreationContext>
  );
}
