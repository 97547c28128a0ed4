/** A tag of a picture, with the text after it. */
export type Tag = { opening: string; name: string; attributes: [name: string, value: string][]; closing: string; text: string }

const valueOf = (tag: Tag | undefined, name: string): string | undefined => tag?.attributes.find(([key]) => key === name)?.[1]

/** Later values replace earlier ones. */
const withValues = (tag: Tag, values: [name: string, value: string][]): Tag => ({
  ...tag,
  attributes: [...new Map([...tag.attributes, ...values])],
})

const withoutValue = (tag: Tag, name: string): Tag => ({ ...tag, attributes: tag.attributes.filter(([key]) => key !== name) })

/** Properties that browsers also take from attributes, which they share between elements: a style is computed for each by itself. */
const asAttributes = new Set([
  'fill',
  'stroke',
  'opacity',
  'fill-opacity',
  'stroke-opacity',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
])

const declarationsOf = (style: string): [name: string, value: string][] =>
  style.split(';').flatMap((declaration) => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/s.exec(declaration) ?? []
    return name && value ? [[name, value] as [string, string]] : []
  })

const withoutStyle = (tag: Tag): Tag => {
  const style = valueOf(tag, 'style')
  if (style === undefined) return tag
  const declarations = declarationsOf(style)
  const others = declarations.filter(([name]) => !asAttributes.has(name)).map(([name, value]) => `${name}:${value}`)
  const values = declarations.filter(([name]) => asAttributes.has(name))
  return withValues(withoutValue(tag, 'style'), others.length ? [...values, ['style', others.join(';')]] : values)
}

/** The font of the first text becomes that of the picture; texts that have it inherit it. */
const withOneFont = (tags: Tag[]): Tag[] => {
  const [root, ...others] = tags
  const fonts = new Set(others.flatMap((tag) => (tag.name === 'text' ? [] : (valueOf(tag, 'font-family') ?? []))))
  const font =
    valueOf(root, 'font-family') ??
    valueOf(
      others.find(({ name }) => name === 'text'),
      'font-family',
    )
  if (!root || font === undefined || fonts.size > 0) return tags
  const inherited = others.map((tag) => (valueOf(tag, 'font-family') === font ? withoutValue(tag, 'font-family') : tag))
  return [withValues(root, [['font-family', font]]), ...inherited]
}

/** The part of a box that a gradient paints in a colour; the rest, beside a sharp edge, it paints in that of the surface. */
type Part = { color: string; from: number; to: number; isHorizontal: boolean }

/** What `linearGradient` and its stops paint, if it is a part of the box; null for any other gradient. */
const partOf = (gradient: Tag, stops: Tag[], surface: string): Part | null => {
  const [at, ...others] = new Set(stops.map((stop) => valueOf(stop, 'offset')))
  const [first, second, ...more] = stops.map((stop) => valueOf(stop, 'stop-color'))
  const isOfBox = valueOf(gradient, 'gradientUnits') === 'objectBoundingBox'
  if (!isOfBox || !at?.endsWith('%') || others.length || !first || !second || more.length) return null
  const split = parseFloat(at) / 100
  const isHorizontal = valueOf(gradient, 'x2') === '1'
  if (first === surface) return { color: second, from: split, to: 1, isHorizontal }
  return second === surface ? { color: first, from: 0, to: split, isHorizontal } : null
}

/** A box as ECharts writes it: a corner, and its sides from there. */
const box = /^M(-?[\d.]+) (-?[\d.]+)l(-?[\d.]+) 0l0 (-?[\d.]+)l(-?[\d.]+) 0Z$/

const rounded = (value: number) => Math.round(value * 100) / 100

/** A part of a span that may run backwards, counted from its lower end. */
const cut = (start: number, length: number, { from, to }: Part): [start: number, length: number] => [
  rounded(Math.min(start, start + length) + Math.abs(length) * from),
  rounded(Math.abs(length) * (to - from)),
]

const cutBox = (path: string, part: Part): string | null => {
  const found = box.exec(path)
  if (!found) return null
  const [x = 0, y = 0, width = 0, height = 0, back = 0] = found.slice(1).map(Number)
  if (back !== -width) return null
  const [left, across] = part.isHorizontal ? cut(x, width, part) : [x, width]
  const [top, down] = part.isHorizontal ? [y, height] : cut(y, height, part)
  return `M${left} ${top}l${across} 0l0 ${down}l${-across} 0Z`
}

/** Boxes parted from the next one by a line in the colour of the surface are drawn shorter: each would need a gradient of its own. */
const withoutPartingLines = (tags: Tag[], surface: string): Tag[] => {
  const parts = new Map<string, Part>()
  tags.forEach((tag, i) => {
    if (tag.name !== 'linearGradient' || tag.opening !== '') return
    const inside = tags.slice(
      i + 1,
      tags.findIndex(({ name }, k) => k > i && name !== 'stop'),
    )
    const part = partOf(
      tag,
      inside.filter(({ opening }) => opening === ''),
      surface,
    )
    if (part) parts.set(`url(#${valueOf(tag, 'id')})`, part)
  })
  if (parts.size === 0) return tags
  const drawn = tags.map((tag) => {
    const part = parts.get(valueOf(tag, 'fill') ?? '')
    const path = part && cutBox(valueOf(tag, 'd') ?? '', part)
    return part && path
      ? withValues(tag, [
          ['d', path],
          ['fill', part.color],
        ])
      : tag
  })
  return withoutUnusedGradients(drawn)
}

const withoutUnusedGradients = (tags: Tag[]): Tag[] => {
  const used = new Set(tags.flatMap(({ attributes }) => attributes.flatMap(([, value]) => /^url\(#(.*)\)$/.exec(value)?.[1] ?? [])))
  let isDropped = false
  return tags.filter((tag) => {
    if (tag.name !== 'linearGradient') return !isDropped
    const wasDropped = isDropped
    isDropped = tag.opening === '' && !used.has(valueOf(tag, 'id') ?? '')
    return !(isDropped || wasDropped)
  })
}

/**
 * The tags of a picture that look the same and that a browser lays out and paints in less time. `surface` is the colour behind the picture.
 */
export const leanTags = (tags: Tag[], surface: string): Tag[] => withOneFont(withoutPartingLines(tags.map(withoutStyle), surface))
