import css from './Skeleton.module.css'

/** A quiet bar where a text will stand. */
export const Skeleton = ({ width = '100%', height = 12 }: { width?: number | string; height?: number | string }) => (
  <span className={css['skeleton']} style={{ width, height }} aria-hidden />
)
