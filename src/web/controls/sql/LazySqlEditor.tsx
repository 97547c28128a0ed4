import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'
import css from './Sql.module.css'

const Editor = lazy(async () => ({ default: (await import('./SqlEditor.tsx')).SqlEditor }))

/** The editor, loaded when somebody first writes SQL. */
export const LazySqlEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense fallback={<div className={css['loading']} style={{ height: props.height ?? 200 }} aria-busy />}>
    <Editor {...props} />
  </Suspense>
)
