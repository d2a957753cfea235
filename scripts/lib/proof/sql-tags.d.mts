/** A plugin of Vite. */
export const placedSql: {
  name: string;
  enforce: 'pre';
  transform: (code: string, id: string) => string | undefined;
};
