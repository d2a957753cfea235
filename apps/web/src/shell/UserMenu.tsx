import { PAGES } from '@octroi/contract/pages';
import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconHelp,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { MenuItemLink } from '#src/ui/MenuItemLink.tsx';
import { useSession } from '#src/platform/session.ts';
import { signOut } from '#src/platform/sign-out.ts';
import { useHelp } from './HelpLink.tsx';
import classes from './UserMenu.module.css';

const THEMES = [
  { value: 'light', label: 'Clair', icon: IconSun },
  { value: 'dark', label: 'Sombre', icon: IconMoon },
  { value: 'auto', label: 'Comme le système', icon: IconDeviceDesktop },
] as const;

const initials = (prenom: string, nom: string): string => `${prenom.charAt(0)}${nom.charAt(0)}`.toUpperCase();

export function UserMenu() {
  const { user } = useSession();
  const help = useHelp();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.who} aria-label={`Menu de ${user.fullName}`}>
          <span className={classes.name}>
            {user.fullName}
            <small>{user.groupe?.nom ?? 'Sans groupe'}</small>
          </span>
          <span className={classes.avatar} aria-hidden>
            {initials(user.prenom, user.nom)}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItemLink to={PAGES.profil} leftSection={<IconUserCircle size={16} />}>
          Profile
        </MenuItemLink>
        <MenuItemLink className={classes.phone} leftSection={<IconHelp size={16} />} {...help}>
          Aide
        </MenuItemLink>
        <Menu.Divider />
        <Menu.Label>Thème</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {THEMES.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick={false}
              rightSection={<Icon size={16} />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Se deconnecter
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
