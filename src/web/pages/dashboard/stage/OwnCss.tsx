import { useMemo } from 'react'
import { ownCss } from './own-css.ts'

/** The CSS that belongs to a dashboard, for the element in which this stands alone. */
export const OwnCss = ({ text }: { text: string }) => {
  const css = useMemo(() => ownCss(text), [text])
  return css ? <style>{css}</style> : null
}
