import css from './Skeleton.module.css'

/** A placeholder bar for text that is loading. */
export const Skeleton = ({ width = '100%', height = 12 }: { width?: number | string; height?: number | string }) => (
  <span className={css['skeleton']} style={{ width, height }} aria-hidden />
)
