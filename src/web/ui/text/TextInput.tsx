import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import css from './TextInput.module.css'

type Shared = { onValue?: (value: string) => void; dense?: boolean; mono?: boolean }

const classOf = ({ dense, mono }: Shared, className?: string) => cx(css['input'], dense && css['dense'], mono && css['mono'], className)

export const TextInput = ({ onValue, dense, mono, className, ...rest }: Shared & ComponentProps<'input'>) => (
  <input
    type="text"
    className={classOf({ dense, mono } as Shared, className)}
    onChange={(event) => onValue?.(event.target.value)}
    {...rest}
  />
)

export const TextArea = ({ onValue, mono, className, ...rest }: Shared & ComponentProps<'textarea'>) => (
  <textarea
    className={cx(classOf({ mono } as Shared, className), css['area'])}
    onChange={(event) => onValue?.(event.target.value)}
    {...rest}
  />
)
