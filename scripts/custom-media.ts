import type { Plugin } from 'vite'
import { breakpoints } from '../src/core/theme/tokens.ts'

const widths: Record<string, number> = breakpoints

export const withWidths = (css: string): string =>
  css.replaceAll(/\(--([a-z-]+)\)/g, (_, name: string) => {
    const width = widths[name]
    if (width === undefined) throw new Error(`@media (--${name}): no such breakpoint in src/core/theme/tokens.ts`)
    return `screen and (max-width: ${width}px)`
  })

/** `@media (--phone)` in stylesheets is the width that the tokens give it, on screens: paper has the layout of a wide window. */
export const customMedia = (): Plugin => ({
  name: 'custom-media',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.css$/ },
    handler: (css) => css.replaceAll(/@media [^{]+/g, withWidths),
  },
})
