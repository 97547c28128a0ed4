import type { CSSProperties } from 'react'
import { headRuns } from '../layout.ts'
import type { Pivot } from '../pivot.ts'
import css from './Pivot.module.css'

type Props = { pivot: Pivot; levels: number; totalAt: number; style: CSSProperties }

/** A row for each level of the column dimensions; equal heads side by side are one. */
export const PivotHead = ({ pivot, levels, totalAt, style }: Props) => {
  const places = pivot.columns.map((_, i) => i)
  return (
    <div className={css['head']}>
      {Array.from({ length: levels }, (_, level) => (
        <div key={level} role="row" className={css['row']} style={style}>
          <div role="columnheader" className={`${css['cell']} ${css['label']}`}>
            <span className={css['text']}>{level === levels - 1 ? pivot.corner : ''}</span>
          </div>
          {headRuns(pivot, places, level).map(({ text, from, to }) => (
            <div
              key={from}
              role="columnheader"
              aria-colspan={to - from + 1}
              className={`${css['cell']} ${from === totalAt ? css['behind'] : ''} ${to > from ? css['over'] : ''}`}
              style={{ gridColumn: `${from + 2} / ${to + 3}` }}
            >
              <span className={css['text']}>{text}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
