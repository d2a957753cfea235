/** The columns that identify a person, shared by all lists of people. */
interface Somebody {
  fullName: string;
  username: string;
}

export const personColumns = {
  nom: {
    header: 'Nom',
    kind: 'text',
    value: ({ fullName }: Somebody) => fullName,
    filter: { field: 'user.nom' },
    primary: true,
  },
  username: {
    header: 'Pseudo',
    kind: 'text',
    value: ({ username }: Somebody) => username,
    filter: { field: 'user.username' },
  },
} as const;
