import { useState } from 'react'
import { mayLeaveForm } from '../window/use-leave-guard.ts'

/** The row whose form is open beside the list. Another one takes its place only when its changes may go. */
export const useEdited = () => {
  const [edited, setEdited] = useState<number | null>(null)
  return {
    edited,
    edit: (id: number) => void mayLeaveForm().then((yes) => yes && setEdited(id)),
    close: () => setEdited(null),
  }
}
