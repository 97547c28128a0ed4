import { useState } from 'react'
import { confirmLeavingForm } from '../window/use-leave-guard.ts'

/** What is edited in the form beside the list, by default the id of a row. Switching to another asks first if there are unsaved changes. */
export const useEditedRow = <T = number>() => {
  const [edited, setEdited] = useState<T | null>(null)
  return {
    edited,
    edit: (next: T) => void confirmLeavingForm().then((yes) => yes && setEdited(() => next)),
    close: () => setEdited(null),
  }
}
