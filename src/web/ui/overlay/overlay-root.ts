import { createContext, use } from 'react'

/** The open dialog around a component; what floats over a modal dialog has to lie inside it to be reached. */
export const OverlayRoot = createContext<HTMLElement | null>(null)

/** Where a floating box is put: into the dialog around, else into the page. */
export const useOverlayRoot = (): HTMLElement => use(OverlayRoot) ?? document.body
