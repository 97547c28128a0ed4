import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../data/call-error.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../ui/feedback/State.tsx'
import { Sheet } from '../ui/overlay/Sheet.tsx'

type Props = { title: ReactNode; width?: number; error: unknown; onRetry: () => void; onClose: () => void }

/** The sheet of a form until what it edits is there, or says why it is not. */
export const LoadingSheet = ({ title, width, error, onRetry, onClose }: Props) => (
  <Sheet open title={title} {...(width !== undefined && { width })} onClose={onClose}>
    {error ? <ErrorState title={t('It could not be loaded')} text={errorText(error)} onRetry={onRetry} /> : <Skeleton height={160} />}
  </Sheet>
)
