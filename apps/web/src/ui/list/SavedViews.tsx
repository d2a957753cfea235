import { useState, type FormEvent } from 'react';
import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core';
import type { View } from '@octroi/contract/administration/profile/views';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { queryFor, call, resourceKey } from '#src/platform/call.ts';
import { failureOf, thenRead } from '#src/platform/query.ts';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
import classes from './SavedViews.module.css';

/** The person's saved views of a list, loaded when the menu opens. */
function useViews(screen: string, open: boolean) {
  const views = useQuery({ ...queryFor('GET /vues', { query: { ecran: screen } }), enabled: open });
  const refresh = thenRead(resourceKey('GET /vues'));
  const add = useMutation({
    ...refresh,
    mutationFn: (view: { nom: string; recherche: string; partagee: boolean }) =>
      call('POST /vues', { body: { ecran: screen, ...view } }),
  });
  const remove = useMutation({
    ...refresh,
    mutationFn: (id: number) => call('DELETE /vues/{id}', { params: { id } }),
  });
  return { views, add, remove };
}

/** Saved views of a list: open, save the current one, delete. */
export function SavedViews({ screen }: { screen: string }) {
  const [open, setOpen] = useState(false);
  const [nom, setNom] = useState('');
  const [partagee, setPartagee] = useState(false);
  const router = useRouter();
  const navigate = useNavigate();
  const { views, add, remove } = useViews(screen, open);
  const unread = failureOf(views);

  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!nom.trim()) return;
    const { page: _page, ...search } = router.state.location.search as Record<string, unknown>;
    const view = { nom: nom.trim(), recherche: router.options.stringifySearch(search), partagee };
    add.mutate(view, {
      onSuccess: () => {
        setNom('');
        setPartagee(false);
      },
    });
  };
  const show = ({ recherche }: View): void => {
    setOpen(false);
    void navigate({ to: '.', search: router.options.parseSearch(recherche) });
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />} onClick={() => setOpen(!open)}>
          Vues
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Vues enregistrées">
        {unread ? (
          <p className={classes.note}>
            <FailureNote failure={unread} />
          </p>
        ) : null}
        {views.data?.length === 0 ? (
          <p className={classes.note}>
            Aucune vue encore. Une vue garde vos filtres et votre tri sous un nom.
          </p>
        ) : null}
        <ViewList views={views.data ?? []} onShow={show} onRemove={(id) => remove.mutate(id)} />
        <form className={classes.form} onSubmit={save}>
          <TextInput
            aria-label="Nom de la vue"
            placeholder="Nom de la vue"
            value={nom}
            maxLength={80}
            data-autofocus
            onChange={(event) => setNom(event.currentTarget.value)}
          />
          <Button type="submit" loading={add.isPending} disabled={!nom.trim()}>
            Enregistrer
          </Button>
          <Checkbox
            className={classes.share}
            label="Partager avec mon groupe"
            checked={partagee}
            onChange={({ currentTarget }) => setPartagee(currentTarget.checked)}
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewListProps {
  views: readonly View[];
  onShow: (view: View) => void;
  onRemove: (id: number) => void;
}

/** Own views, which can be deleted, and those that others share. */
function ViewList({ views, onShow, onRemove }: ViewListProps) {
  return (
    <ul className={classes.views}>
      {views.map((view) => (
        <li key={view.id}>
          <button type="button" className={classes.view} onClick={() => onShow(view)}>
            {view.nom}
            {view.auteur ? <small>de {view.auteur}</small> : view.partagee ? <small>partagée</small> : null}
          </button>
          {view.auteur ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Supprimer la vue ${view.nom}`}
              onClick={() => onRemove(view.id)}
            >
              <IconTrash size={15} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
