import { lazyPart } from '../../lazy/lazy-part.tsx'
import css from './Sql.module.css'

/** The editor, loaded when somebody first writes SQL. */
export const LazySqlEditor = lazyPart(async () => (await import('./SqlEditor.tsx')).SqlEditor, {
  pending: ({ height = 200 }) => <div className={css['loading']} style={{ height }} aria-busy />,
})
