import { createContext, use } from 'react'

/** The element of the surrounding modal dialog that overlays are rendered into: what lies outside of the dialog is inert. */
export const OverlayRoot = createContext<HTMLElement | null>(null)

/** Where overlays are rendered: inside the surrounding dialog, or in the body. */
export const useOverlayRoot = (): HTMLElement => use(OverlayRoot) ?? document.body
