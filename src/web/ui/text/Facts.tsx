import type { ReactNode } from 'react'
import css from './Facts.module.css'

export type Fact = readonly [label: string, value: ReactNode]

/** Labels and their values, one below the other. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={css['facts']}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
