import { cx } from '../cx.ts'
import css from './ProgressLine.module.css'

/** A 2 px progress line along a top edge; indeterminate without `share`. */
export const ProgressLine = ({ share, label }: { /** 0 to 1. */ share?: number; label: string }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
    className={css['track']}
  >
    <div
      className={cx(css['bar'], share === undefined && css['endless'])}
      style={share === undefined ? undefined : { width: `${share * 100}%` }}
    />
  </div>
)
