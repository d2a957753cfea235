import './shell/theme/theme.css';
import './shell/theme/mantine.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './platform/query.ts';
import { guardPage } from './platform/sign-out.ts';
import { tellUncaught } from './platform/toasts.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from './shell/theme/theme.ts';
import { ToasterHost } from './shell/ToasterHost.tsx';
import { watchLists } from './ui/form/choose-on-enter.ts';
import { router } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

watchLists();
tellUncaught(window);
const drawn = createRoot(root);
guardPage(() => drawn.unmount());
drawn.render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
    >
      <ToasterHost />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
