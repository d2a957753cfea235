/** What is told of a record that could not be deleted. */

interface Refused {
  message: string;
  errors?: readonly { message: string }[];
}

/** What hangs on the record, as the server names it; nothing where the message says it all. */
export const hanging = ({ message, errors = [] }: Refused): string =>
  errors
    .map((error) => error.message)
    .filter((said) => said !== message)
    .join(', ');
