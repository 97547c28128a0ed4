import { cx } from '../cx.ts'
import css from './NameAndHint.module.css'

type Props = { name: string; hint?: string | undefined; hintClass?: string | undefined }

/** A name with a hint to its right. The hint is hidden when there is no room for both. */
export const NameAndHint = ({ name, hint, hintClass }: Props) => (
  <span className={css['both']}>
    <span className={css['name']}>{name}</span>
    {hint && <span className={cx(css['hint'], hintClass)}>{hint}</span>}
  </span>
)
