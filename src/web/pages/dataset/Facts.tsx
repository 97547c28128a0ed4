import type { ReactNode } from 'react'
import css from './DatasetPage.module.css'

export const Facts = ({ rows }: { rows: [label: string, value: ReactNode][] }) => (
  <dl className={css['facts']}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
