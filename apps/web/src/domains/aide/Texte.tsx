import { termId } from '@octroi/contract/glossary';
import { Fragment, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { MarkedToken, Token, Tokens } from 'marked';
import type { Href } from '#src/platform/address.ts';
import classes from './Aide.module.css';
import { pictureNamed } from './pages.ts';

/** Renders a text of the guide. Markdown that is not supported throws, so that the tests find it. */
export const Texte = ({ tokens }: { tokens: readonly Token[] }): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{rendered(token as MarkedToken)}</Fragment>);

function rendered(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return (
        <h2>
          <Texte tokens={token.tokens} />
        </h2>
      );
    case 'paragraph':
      return <Paragraph tokens={token.tokens} />;
    case 'list':
      return <List {...token} />;
    case 'text':
      return token.tokens ? <Texte tokens={token.tokens} /> : token.text;
    case 'strong':
      return <b>{token.text}</b>;
    case 'em':
      return <em>{token.text}</em>;
    case 'link':
      // internal links of the guide, checked by the tests
      return <Link {...({ to: token.href } as Href)}>{token.text}</Link>;
    case 'image':
      return <Picture name={token.href} alt={token.text} />;
    case 'space':
      return null;
    default:
      throw new Error(`the guide is not written with « ${token.type} »: ${token.raw}`);
  }
}

/** A picture is a block, not part of a sentence. */
function Paragraph({ tokens }: Pick<Tokens.Paragraph, 'tokens'>) {
  return tokens.length === 1 && tokens[0]?.type === 'image' ? (
    <Texte tokens={tokens} />
  ) : (
    <p>
      <Texte tokens={tokens} />
    </p>
  );
}

/** The anchor of a line that begins with a term of the glossary. */
function termOf(tokens: readonly Token[]): string | undefined {
  const [line] = tokens as readonly MarkedToken[];
  const [first] = line?.type === 'text' ? ((line.tokens ?? []) as readonly MarkedToken[]) : [];
  return first?.type === 'em' ? termId(first.text) : undefined;
}

function List({ ordered, items }: Tokens.List) {
  const lines = items.map(({ tokens }, index) => (
    <li key={index} id={termOf(tokens)}>
      <Texte tokens={tokens} />
    </li>
  ));
  return ordered ? <ol>{lines}</ol> : <ul>{lines}</ul>;
}

function Picture({ name, alt }: { name: string; alt: string }) {
  const src = pictureNamed(name);
  if (!src) throw new Error(`the guide has no picture « ${name} »`);
  return <img className={classes.picture} src={src} alt={alt} loading="lazy" width={1366} height={768} />;
}
