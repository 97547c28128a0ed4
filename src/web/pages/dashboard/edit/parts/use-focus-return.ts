import { useState } from 'react'

/** Gives the focus to what takes the place of a field that was left by a key. */
const createFocusReturn = () => {
  let isDue = false
  return {
    onKeyLeave: () => {
      isDue = true
    },
    ref: (element: HTMLElement | null) => {
      if (!element || !isDue) return
      isDue = false
      element.focus()
    },
  }
}

export const useFocusReturn = () => useState(createFocusReturn)[0]
