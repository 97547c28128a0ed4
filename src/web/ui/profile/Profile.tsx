import css from './Profile.module.css'

/** Height of the lowest bar that is not empty, in % of the histogram. */
const minBarPercent = 3

/** How values are distributed: a bar for each bin. */
export const Histogram = ({ bins }: { bins: readonly number[] }) => {
  const highest = Math.max(1, ...bins)
  return (
    <div className={css['histogram']} aria-hidden>
      {bins.map((bin, i) => (
        <i key={i} style={{ height: bin === 0 ? 0 : `${Math.max(minBarPercent, (bin / highest) * 100)}%` }} />
      ))}
    </div>
  )
}

type TopValue = { label: string; count: number }

/** The most frequent values with their counts, the most frequent first. */
export const TopValues = ({ values, countText }: { values: readonly TopValue[]; countText: (count: number) => string }) => {
  const highest = Math.max(1, ...values.map(({ count }) => count))
  return (
    <ul className={css['top']}>
      {values.map(({ label, count }, i) => (
        // Different values may read alike.
        <li key={i}>
          <span title={label}>{label}</span>
          <i>
            <b style={{ width: `${(count / highest) * 100}%` }} />
          </i>
          <em>{countText(count)}</em>
        </li>
      ))}
    </ul>
  )
}

export type Fact = readonly [label: string, value: string]

/** Figures with their names. */
export const Facts = ({ rows }: { rows: readonly Fact[] }) => (
  <dl className={css['facts']}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
