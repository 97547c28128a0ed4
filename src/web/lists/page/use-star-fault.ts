import { useEffect } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { say } from '../../ui/feedback/toast.ts'

/** Shows that the stars could not be read. */
export const useStarFault = (error: Error | null): void => {
  useEffect(() => {
    if (error) say(t('There was an error fetching the favorite status: %s', [errorText(error)]), { kind: 'bad' })
  }, [error])
}
