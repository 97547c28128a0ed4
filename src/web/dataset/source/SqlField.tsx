import { CodeEditor } from '../../ui/code/CodeEditor.tsx'
import type { CodeFault } from '../../ui/code/faults.ts'
import { sqlLanguage } from '../../ui/code/sql.ts'

type Props = {
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  label: string
  backend: string | null
  height?: number
  faults?: readonly CodeFault[]
  /** Id of the element that describes it. */
  describedBy?: string
}

/** A statement in the SQL of an engine. */
export const SqlField = ({ backend, ...rest }: Props) => <CodeEditor {...rest} language={sqlLanguage(backend)} takesFocus={false} />
