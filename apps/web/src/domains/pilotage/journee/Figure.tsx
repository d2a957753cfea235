import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import classes from './Annee.module.css';

interface FigureProps {
  label: string;
  /** Absent while loading. */
  value: string | undefined;
  help?: string | undefined;
  /** The list of what it counts; a figure without one is plain text. */
  address?: Href | undefined;
  tone?: 'late' | 'good' | undefined;
}

/** A figure with its label above and a remark below. */
export function Figure({ label, value, help, address, tone }: FigureProps) {
  return (
    <div className={classes.figure}>
      <span>{label}</span>
      {value === undefined ? (
        <Skeleton height={18} my={4} width="80%" />
      ) : address ? (
        <Link {...address}>{value}</Link>
      ) : (
        <b data-tone={tone}>{value}</b>
      )}
      <small>{help || '\u00a0'}</small>
    </div>
  );
}
