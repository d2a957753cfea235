/** The text for a record that could not be deleted. */

interface Refused {
  message: string;
  errors?: readonly { message: string }[];
}

/** The dependent records named by the server; empty if the message already says all. */
export const dependentsText = ({ message, errors = [] }: Refused): string =>
  errors
    .map((error) => error.message)
    .filter((text) => text !== message)
    .join(', ');
