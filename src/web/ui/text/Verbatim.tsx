import { CopyButton } from '../button/CopyButton.tsx'
import { cx } from '../cx.ts'
import css from './Verbatim.module.css'

type Props = {
  text: string
  /** What the button copies, in words. */
  label?: string
  className?: string | undefined
}

/** Words as they are, to be read or copied: a statement, what a server said. */
export const Verbatim = ({ text, label, className }: Props) => (
  <div className={cx(css['verbatim'], className)}>
    <pre>{text}</pre>
    <CopyButton text={text} {...(label && { label })} />
  </div>
)
