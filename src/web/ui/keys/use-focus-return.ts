import { useState } from 'react'

const createFocusReturn = () => {
  let isDue = false
  return {
    /** To be called before the control that has the focus goes. */
    expectFocus: () => {
      isDue = true
    },
    /** Of what takes its place. */
    ref: (element: HTMLElement | null) => {
      if (!element || !isDue) return
      isDue = false
      element.focus()
    },
  }
}

/** Gives the focus to what takes the place of a control that goes with the action that it starts. */
export const useFocusReturn = () => useState(createFocusReturn)[0]
