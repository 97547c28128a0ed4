import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { AlignLeft } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import { Button } from '../../ui/button/Button.tsx'
import { CodeEditor } from '../../ui/code/CodeEditor.tsx'
import type { CodeFault } from '../../ui/code/faults.ts'
import { sqlLanguage } from '../../ui/code/sql.ts'
import { functionsOf, sqlWords } from './functions.ts'
import css from './Sql.module.css'

export type SqlField = { name: string; insert: string; note: string; kind: string }

type Props = {
  value: string
  onChange: (sql: string) => void
  /** The engine's wire name, for its grammar, its functions and the layout. */
  backend: string | null
  /** Columns that the completion offers first. */
  fields: SqlField[]
  label: string
  faults?: readonly CodeFault[]
  placeholder?: string
  height?: number
  onRun?: () => void
}

const completions = (fields: SqlField[], backend: string | null): Completion[] => [
  ...fields.map(({ name, insert, note, kind }) => ({ label: name, apply: insert, detail: note, type: kind, boost: 3 })),
  ...functionsOf(backend).map(([signature, note]) => ({
    label: signature,
    apply: signature.slice(0, signature.indexOf('(') + 1),
    detail: t(note),
    type: 'function',
    boost: 1,
  })),
  ...sqlWords.map((word) => ({ label: word, type: 'keyword' })),
]

/** A piece of SQL with completion of the dataset's columns and the engine's functions. */
export const SqlEditor = ({ value, onChange, backend, fields, faults, label, placeholder, height, onRun }: Props) => {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w"]+/)
    if (!word && !context.explicit) return null
    return { from: word?.from ?? context.pos, options: completions(fields, backend), validFor: /^[\w"]*$/ }
  }
  const format = () =>
    loadCode(() => import('#core/sql/format.ts')).then(({ formatSql }) => onChange(formatSql(value, backend ?? '')), reportLoadFault)
  return (
    <>
      <CodeEditor language={sqlLanguage(backend)} {...{ value, onChange, label, complete, faults, placeholder, height, onRun }} />
      <div className={css['tools']}>
        <Button kind="link" icon={<AlignLeft size={14} />} disabled={value.trim() === ''} onClick={() => void format()}>
          {t('Format SQL')}
        </Button>
      </div>
    </>
  )
}
