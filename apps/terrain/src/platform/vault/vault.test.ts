import { expect, it } from 'vitest';
import { ROUNDS, Vault, WrongPassword } from './vault.ts';

it('opens with the password that locked it, and with no other', async () => {
  const vault = await Vault.make();
  const row = await vault.lock('Puits-natte-27é');
  expect(row.tours).toBe(ROUNDS);
  const sealed = await vault.seal({ montant: 500 }, 'journal/1');
  // whatever the Unicode form of the accent
  const opened = await Vault.open(row, 'Puits-natte-27é'.normalize('NFD'));
  expect(await opened.unseal(sealed, 'journal/1')).toEqual({ montant: 500 });
  await expect(Vault.open(row, 'Puits-natte-28é')).rejects.toBeInstanceOf(WrongPassword);
});

it('does not open a value moved to another place', async () => {
  const vault = await Vault.make();
  await expect(vault.unseal(await vault.seal('a', 'journal/1'), 'journal/2')).rejects.toThrow();
});

it('is unlocked again by the tab that holds the secret', async () => {
  const vault = await Vault.make();
  const sealed = await vault.seal('a', 'x');
  const { secret, cle } = await vault.lend();
  expect(await (await Vault.takeUp(secret, cle)).unseal(sealed, 'x')).toBe('a');
  secret[0] = (secret[0] ?? 0) ^ 1;
  await expect(Vault.takeUp(secret, cle)).rejects.toThrow();
});
