import css from '../FilterBar.module.css'
import type { HistogramBar } from '../data/use-filter-offer.ts'

type Props = {
  bars: readonly HistogramBar[]
  /** The ends of the slider below it. */
  bounds: readonly [number, number]
  /** What is chosen of them. */
  chosen: readonly [number, number]
}

const height = 40

/** How the data spreads between the ends of a slider; what is chosen stands out. */
export const RangeHistogram = ({ bars, bounds: [min, max], chosen: [lower, upper] }: Props) => {
  const most = Math.max(...bars.map(({ count }) => count), 1)
  const percentOf = (value: number) => ((Math.min(Math.max(value, min), max) - min) / (max - min)) * 100
  return (
    <svg className={css['histogram']} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden>
      {bars.map(({ from, to, count }) => {
        const barHeight = (count / most) * height
        const middle = (from + to) / 2
        return (
          <rect
            key={from}
            x={percentOf(from)}
            y={height - barHeight}
            width={Math.max(0, percentOf(to) - percentOf(from) - 0.4)}
            height={barHeight}
            data-chosen={middle >= lower && middle <= upper}
          />
        )
      })}
    </svg>
  )
}
