/** What is told of a record that could not be deleted. */

interface Refused {
  message: string;
  errors?: readonly { message: string }[];
}

/** What hangs on the record, as the server names it; nothing where the message says it all. */
export const dependentsText = ({ message, errors = [] }: Refused): string =>
  errors
    .map((error) => error.message)
    .filter((text) => text !== message)
    .join(', ');
