import { useMemo } from 'react'
import { ownCss } from './own-css.ts'

/** The CSS of a dashboard, scoped to the parent element. */
export const OwnCss = ({ text }: { text: string }) => {
  const css = useMemo(() => ownCss(text), [text])
  return css ? <style>{css}</style> : null
}
