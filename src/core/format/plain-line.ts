/** The first line of a description without Markdown syntax. */
export const plainLine = (text: string): string => (text.split('\n')[0] ?? '').replaceAll(/[*_`#>]|\[|\]\([^)]*\)/g, '').trim()
