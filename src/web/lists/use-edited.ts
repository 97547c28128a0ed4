import { useState } from 'react'
import { confirmLeavingForm } from '../window/use-leave-guard.ts'

/** The row whose form is open beside the list. Switching to another row asks first if there are unsaved changes. */
export const useEditedRow = () => {
  const [edited, setEdited] = useState<number | null>(null)
  return {
    edited,
    edit: (id: number) => void confirmLeavingForm().then((yes) => yes && setEdited(id)),
    close: () => setEdited(null),
  }
}
