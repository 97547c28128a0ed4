import type { RefObject } from 'react'
import { say } from '../../ui/feedback/toast.ts'
import { pillStaysText, useDropTarget } from '../field/drag.ts'
import type { DropState } from '../field/drag.ts'
import type { Field } from '../field/landing.ts'
import { useTakeSent } from '../field/send-field.ts'

type Options = {
  /** Name of the control: pills are moved only within one. */
  list: string
  count: number
  /** Why a field of the dataset does not fit here; null where it does. */
  refusal: (field: Field) => string | null
  onField: (field: Field, at: number) => void
  onMove: (from: number, to: number) => void
}

/** Makes the whole group of a control take fields, dropped or sent, and its own pills in another order. */
export const usePillDrop = (group: RefObject<HTMLElement | null>, { list, count, refusal, onField, onMove }: Options): DropState => {
  useTakeSent(list, (field) => {
    const why = refusal(field)
    if (why === null) onField(field, count)
    else say(why, { kind: 'warn' })
  })
  return useDropTarget(group, {
    count,
    refusal: (dragged) => (dragged.kind !== 'pill' ? refusal(dragged) : dragged.list === list ? null : pillStaysText()),
    onDrop: (dragged, at) => {
      if (dragged.kind !== 'pill') return onField(dragged, at)
      const to = at > dragged.index ? at - 1 : at
      if (to !== dragged.index) onMove(dragged.index, to)
    },
  })
}
