import { colors } from '#core/theme/tokens.ts'
import { leanTags, type Tag } from './lean-tags.ts'

/** A picture as inert markup for an HTML page; `variables` are the CSS variables in it, each with its light and its dark value. */
export type ThemedSvg = { svg: string; variables: Record<string, readonly [light: string, dark: string]> }

/** The prefix of each number in an id, until the page gives the picture a prefix of its own. */
export const idMark = '\uE000'

const allowedElements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs clipPath linearGradient radialGradient stop mask pattern symbol use'.split(
    ' ',
  ),
)

/** Attributes whose values may be CSS variables. */
const styled = new Set(['fill', 'stroke', 'stop-color', 'color', 'opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity'])
/** Attributes that only documents of their own or scripts need. */
const dropped = /^(on.*|xmlns.*|pointer-events|class|role|tabindex|version|baseProfile|aria-.*|data-.*)$/i

/** The page sizes the picture. */
const sizes = new Set(['width', 'height', 'viewBox'])

const tag = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+\s*=\s*"[^"<]*")*)\s*(\/?)>/g
const attribute = /([\w:-]+)\s*=\s*"([^"<]*)"/g

/** Whether a value refers outside the picture. A backslash could hide such a URL. */
const refersOutside = (value: string) => /url\((?!#)|image-set\(|expression\(|@import|\\/i.test(value)

/** Invisible marks that only take the pointer. */
const pointerMarks = /<(path|rect)\b(?=[^>]* fill="none")(?=[^>]* pointer-events=)(?![^>]* stroke=)[^>]*><\/\1>\s*/g

/** The tags of a picture before a surface; null for anything but plain tags and texts. */
const readTags = (svg: string, surface: string): Tag[] | null => {
  const plain = svg
    .replaceAll(/<style\b[^>]*>[\s\S]*?<\/style>/g, '')
    .replaceAll(pointerMarks, '')
    .replaceAll(idMark, '')
  const matches = [...plain.matchAll(tag)]
  const tags = matches.map(({ 0: whole, index, 1: opening = '', 2: name = '', 3: attributes = '', 4: closing = '' }, i): Tag => ({
    opening,
    name,
    attributes: [...attributes.matchAll(attribute)].map(([, key = '', value = '']) => [key, value]),
    closing,
    text: plain.slice(index + whole.length, matches[i + 1]?.index).replace(/^\s*\n\s*$/, ''),
  }))
  const [root] = tags
  if (root) root.attributes = root.attributes.filter(([name]) => !sizes.has(name))
  const isPlain =
    matches[0]?.index === plain.indexOf('<') && tags.every(({ name, text }) => allowedElements.has(name) && !text.includes('<'))
  return isPlain ? numberIds(leanTags(tags, surface)) : null
}

/** Ids become their number in order, because the renderer counts on from picture to picture. */
const numberIds = (tags: Tag[]): Tag[] => {
  const ids = tags.flatMap(({ attributes }) => attributes.filter(([name]) => name === 'id').map(([, id]) => id))
  const numbered = new Map(ids.map((id, i) => [id, `${idMark}${i}`]))
  const renamed = (name: string, value: string): string => {
    if (name === 'id') return numbered.get(value) ?? ''
    if (/href$/i.test(name)) return value.startsWith('#') ? `#${numbered.get(value.slice(1)) ?? ''}` : ''
    return value.replaceAll(/url\(#([^)]*)\)/g, (_whole, id: string) => `url(#${numbered.get(id) ?? ''})`)
  }
  return tags.map((each) => ({
    ...each,
    attributes: each.attributes
      .filter(([name, value]) => !dropped.test(name) && !refersOutside(value))
      .map(([name, value]): [string, string] => [name, renamed(name, value)]),
  }))
}

/** `--p-107489-4dbbd3`: the same pair of values has the same name in every picture. */
const variableName = (light: string, dark: string): string =>
  `--p-${`${light}-${dark}`.replaceAll(/[^\w-]/g, (sign) => (sign === '#' ? '' : `_${sign.charCodeAt(0).toString(16)}`))}`

/**
 * One picture for both themes, from the same picture drawn in each: what differs becomes a CSS variable. Scripts, styles and references to
 * anything outside are left out. Null if more than colours and opacities differ.
 */
export const mergeThemes = (light: string, dark: string): ThemedSvg | null => {
  const [lightTags, darkTags] = [readTags(light, colors.light.surface), readTags(dark, colors.dark.surface)]
  if (!lightTags || lightTags.length !== darkTags?.length) return null
  const variables: ThemedSvg['variables'] = {}
  const variable = (one: string, other: string): string => {
    const name = variableName(one, other)
    variables[name] = [one, other]
    return `var(${name})`
  }
  /** Declarations of a style attribute, each with its own variable. */
  const mergeStyles = (one: string, other: string): string | null => {
    const [mine, theirs] = [one.split(';'), other.split(';')]
    if (mine.length !== theirs.length) return null
    const merged = mine.map((declaration, i) => {
      const [[name = '', ...value], [otherName, ...otherValue]] = [declaration.split(':'), (theirs[i] ?? '').split(':')]
      if (declaration === theirs[i]) return declaration
      return name === otherName ? `${name}:${variable(value.join(':'), otherValue.join(':'))}` : null
    })
    return merged.includes(null) ? null : merged.join(';')
  }
  const merged = lightTags.map((mine, i) => {
    const theirs = darkTags[i]
    if (!theirs || mine.name !== theirs.name || mine.opening !== theirs.opening || mine.text !== theirs.text) return null
    if (mine.attributes.length !== theirs.attributes.length) return null
    const attributes = mine.attributes.map(([name, value], k) => {
      const [otherName, otherValue = ''] = theirs.attributes[k] ?? []
      if (name !== otherName) return null
      const whole =
        value === otherValue
          ? value
          : styled.has(name)
            ? variable(value, otherValue)
            : name === 'style'
              ? mergeStyles(value, otherValue)
              : null
      return whole === null ? null : ` ${name}="${whole}"`
    })
    return attributes.includes(null) ? null : `<${mine.opening}${mine.name}${attributes.join('')}${mine.closing}>${mine.text}`
  })
  return merged.includes(null) ? null : { svg: merged.join(''), variables }
}
