import { useState, type FormEvent } from 'react';
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import type { View } from '@octroi/contract/administration/profile/views';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { reasonOf } from '#src/platform/api.ts';
import { queryFor, call, resourceKey } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import classes from './SavedViews.module.css';

/** The person's saved views of a list, loaded when the menu opens. */
function useViews(screen: string, open: boolean) {
  const client = useQueryClient();
  const views = useQuery({ ...queryFor('GET /vues', { query: { ecran: screen } }), enabled: open });
  const refresh = {
    onSettled: () => client.invalidateQueries({ queryKey: resourceKey('GET /vues') }),
    onError: (error: Error) => toastFailure(error),
  };
  const add = useMutation({
    ...refresh,
    mutationFn: (view: { nom: string; recherche: string }) =>
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
  const router = useRouter();
  const navigate = useNavigate();
  const { views, add, remove } = useViews(screen, open);

  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!nom.trim()) return;
    const { page: _page, ...search } = router.state.location.search as Record<string, unknown>;
    const view = { nom: nom.trim(), recherche: router.options.stringifySearch(search) };
    add.mutate(view, { onSuccess: () => setNom('') });
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
        {views.isError ? <p className={classes.note}>{reasonOf(views.error)}</p> : null}
        {views.data?.length === 0 ? (
          <p className={classes.note}>
            Aucune vue encore. Une vue garde vos filtres et votre tri sous un nom.
          </p>
        ) : null}
        <ul className={classes.views}>
          {views.data?.map((view) => (
            <li key={view.id}>
              <button type="button" className={classes.view} onClick={() => show(view)}>
                {view.nom}
              </button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Supprimer la vue ${view.nom}`}
                onClick={() => remove.mutate(view.id)}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </li>
          ))}
        </ul>
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
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
