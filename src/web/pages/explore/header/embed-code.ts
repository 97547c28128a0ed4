import { escapeText } from '#charts/shared/text/html.ts'

type Size = { width: string; height: string }

const [minPx, maxPx] = [50, 10_000]

/** A typed size in px; the usual one where it is none. */
const readPx = (text: string, usual: number): number => {
  const px = Math.round(Number(text))
  return px >= minPx && px <= maxPx ? px : usual
}

/** An iframe with the chart alone. */
export const embedCode = (link: string, size: Size): string => {
  const [width, height] = [readPx(size.width, 600), readPx(size.height, 400)]
  const url = new URL(link)
  url.searchParams.set('standalone', '1')
  url.searchParams.set('height', String(height))
  return [
    '<iframe',
    `  width="${width}"`,
    `  height="${height}"`,
    '  style="border: 0"',
    '  loading="lazy"',
    `  src="${escapeText(url.href)}"`,
    '>',
    '</iframe>',
  ].join('\n')
}
