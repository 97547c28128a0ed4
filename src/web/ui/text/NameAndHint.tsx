import { cx } from '../cx.ts'
import css from './NameAndHint.module.css'

type Props = { name: string; hint?: string | undefined; hintClass?: string | undefined }

/** A name with a hint at its right. Where there is no room for both, the hint is left out as a whole. */
export const NameAndHint = ({ name, hint, hintClass }: Props) => (
  <span className={css['both']}>
    <span className={css['name']}>{name}</span>
    {hint && <span className={cx(css['hint'], hintClass)}>{hint}</span>}
  </span>
)
