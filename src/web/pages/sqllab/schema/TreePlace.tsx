import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../../ui/feedback/State.tsx'
import css from './SchemaTree.module.css'

type Props = { error: Error | null; onRetry: () => void; isOpen: boolean }

/** Takes the place of the tree while the schemas of the database are read, and says why if they cannot be. */
export const TreePlace = ({ error, onRetry, isOpen }: Props) => (
  <aside className={css['side']} data-open={isOpen || undefined} aria-label={t('Tables')}>
    {error ? (
      <ErrorState title={t('The schemas could not be read')} text={errorText(error)} onRetry={onRetry} />
    ) : (
      <ProgressLine label={t('Loading')} />
    )}
  </aside>
)
