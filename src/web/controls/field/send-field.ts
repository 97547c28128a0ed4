import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { Field } from './landing.ts'

type Sent = { control: string; field: Field }

/** A field on its way to a control without a pointer: the keyboard twin of a drag. */
const useSent = create<{ sent: Sent | null }>(() => ({ sent: null }))

/** Sends a field to the control of this name; sections that hide the control open on the way. */
export const sendField = (control: string, field: Field) => useSent.setState({ sent: { control, field } })

/** Name of the control that a field is on its way to. */
export const sentTo = (): string | null => useSent.getState().sent?.control ?? null

/** Called when a field is sent, so that the control that it goes to can be shown. */
export const useOnSent = (onSent: (control: string) => void) => {
  const latest = useRef(onSent)
  useEffect(() => {
    latest.current = onSent
  })
  useEffect(() => useSent.subscribe(({ sent }) => sent && latest.current(sent.control)), [])
}

/** Hands over the fields that are sent to this control, also one that was sent before it was shown. */
export const useTakeSent = (control: string, onTake: (field: Field) => void) => {
  const sent = useSent((state) => (state.sent?.control === control ? state.sent : null))
  const latest = useRef(onTake)
  useEffect(() => {
    latest.current = onTake
  })
  useEffect(() => {
    if (!sent) return
    useSent.setState({ sent: null })
    latest.current(sent.field)
  }, [sent])
}
