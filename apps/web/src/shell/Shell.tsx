import './shell.css';
import { useEffect, useState } from 'react';
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Brand } from '#src/ui/Brand.tsx';
import { CreationProvider } from '#src/ui/resource/CreationProvider.tsx';
import { SkipLink } from '#src/ui/page/SkipLink.tsx';
import { PrintFoot } from './PrintFoot.tsx';
import { ScreenPending } from './ScreenStates.tsx';
import { useAttentesAfterActs } from '#src/platform/attentes.ts';
import { stored } from '#src/platform/storage.ts';
import { wantToaster } from '#src/platform/toasts.ts';
import { SideMenu } from './menu/SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import classes from './Shell.module.css';

const storedFolded = stored('menu.replie', (raw) => (typeof raw === 'boolean' ? raw : null));

/** The frame of every screen after sign-in: menu on the left, bar at the top. */
export function Shell() {
  const phone = useMediaQuery('(max-width: 56em)', undefined, { getInitialValueInEffect: false });
  const folded = storedFolded.use() ?? false;
  const [drawer, setDrawer] = useState(false);
  useEffect(wantToaster, []);
  useAttentesAfterActs();
  const loading = useRouterState({ select: (state) => state.isLoading });

  return (
    <ModalsProvider labels={{ confirm: 'Confirmer', cancel: 'Annuler' }}>
      <CreationProvider>
        <SkipLink to="contenu">Aller au contenu</SkipLink>
        <PrintFoot />
        <div className={classes.shell} data-folded={folded || undefined}>
          {phone ? (
            <Drawer
              opened={drawer}
              onClose={() => setDrawer(false)}
              size={280}
              title={
                <span className={classes.brand}>
                  <Brand />
                </span>
              }
              classNames={{ header: classes.drawerHead, body: classes.drawerBody }}
              closeButtonProps={{ 'aria-label': 'Fermer le menu' }}
            >
              <SideMenu headless onNavigate={() => setDrawer(false)} />
            </Drawer>
          ) : (
            <aside className={classes.side}>
              <SideMenu folded={folded} />
            </aside>
          )}
          <div className={classes.page}>
            <TopBar
              menuOpen={phone ? drawer : !folded}
              onMenu={() => (phone ? setDrawer(true) : storedFolded.set(!folded))}
            />
            <div className={classes.progress}>{loading ? <ScreenPending /> : null}</div>
            <main id="contenu" tabIndex={-1} className={classes.main}>
              <Outlet />
            </main>
          </div>
        </div>
      </CreationProvider>
    </ModalsProvider>
  );
}
