import { useMemo } from 'react'
import { ownCss } from './own-css.ts'

/** The CSS that belongs to a dashboard, for its stage alone. */
export const OwnCss = ({ text }: { text: string }) => {
  const css = useMemo(() => ownCss(text, '[data-stage]'), [text])
  return css ? <style>{css}</style> : null
}
