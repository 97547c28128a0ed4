import type { ComponentProps } from 'react'
import type { CodeLanguage } from '#charts/control.ts'
import { CodeEditor } from '../../ui/code/CodeEditor.tsx'
import { languageOf, type MarkedLanguage } from '../../ui/code/languages.ts'
import { sqlLanguage } from '../../ui/code/sql.ts'

type Props = Omit<ComponentProps<typeof CodeEditor>, 'language'> & {
  language: CodeLanguage | MarkedLanguage
  backend: string | null
  height: number
}

/** A code editor for SQL of an engine, or for another language. */
export const CodeInput = ({ language, backend, ...editor }: Props) => (
  <CodeEditor {...editor} language={language === 'sql' ? sqlLanguage(backend) : languageOf(language)} />
)
