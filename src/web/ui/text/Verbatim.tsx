import { CopyButton } from '../button/CopyButton.tsx'
import { cx } from '../cx.ts'
import css from './Verbatim.module.css'

type Props = {
  text: string
  /** Label of the copy button. */
  label?: string
  className?: string | undefined
}

/** Preformatted text with a copy button: a SQL statement, a server message. */
export const Verbatim = ({ text, label, className }: Props) => (
  <div className={cx(css['verbatim'], className)}>
    <pre>{text}</pre>
    <CopyButton text={text} {...(label && { label })} />
  </div>
)
