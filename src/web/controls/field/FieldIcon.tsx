import { Braces, Calendar, Hash, Sigma, SquareFunction, ToggleLeft, Type } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FieldKind } from './kind.ts'

const icons: Record<FieldKind | 'sql', ReactNode> = {
  time: <Calendar aria-hidden />,
  text: <Type aria-hidden />,
  number: <Hash aria-hidden />,
  boolean: <ToggleLeft aria-hidden />,
  metric: <Sigma aria-hidden />,
  calculated: <SquareFunction aria-hidden />,
  sql: <Braces aria-hidden />,
}

/** The sign of what a field is. */
export const FieldIcon = ({ kind }: { kind: FieldKind | 'sql' }) => icons[kind]
