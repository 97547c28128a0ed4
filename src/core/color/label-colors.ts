import { withOwnKeys } from '../encoding/own-keys.ts'
import { asRecord } from '../query/read.ts'
import { cleanLabel } from './assign.ts'
import { turnHue } from './analogous.ts'
import { categoricalColors, defaultCategorical, isKnownCategorical } from './schemes.ts'
import type { ThemeName } from '../theme/tokens.ts'

/** A colour as text, or the slot of one in Chartroom's own palette, whose colours follow the theme. */
export type LabelColor = string | number
export type LabelColors = Readonly<Record<string, LabelColor>>

/** Labels of one picture, in the order in which they take colours of a scheme. */
export type LabelGroup = {
  labels: readonly string[]
  scheme: readonly LabelColor[]
  /** Labels whose colour the picture decides. */
  fixed?: LabelColors
}

export const isOwnScheme = (scheme: unknown): boolean => !scheme || scheme === defaultCategorical

/** The colours that labels take under a form's `color_scheme`: slots of our own palette, or the texts of another scheme. */
export const labelScheme = (scheme: unknown): LabelColor[] => {
  const colors = categoricalColors(scheme, 'light')
  return isKnownCategorical(scheme) && !isOwnScheme(scheme) ? colors : colors.map((_, slot) => slot)
}

/** By how many degrees the hues of each further round of a scheme are turned. */
const neighbourTurns = [12, -12, 24, -24]

/** The hue beside that of a colour, for a round from 1 on. */
const neighbourHue = (color: string, round: number): string => turnHue(color, neighbourTurns[(round - 1) % neighbourTurns.length] as number)

/** A slot past the palette is that of a neighbouring hue. */
export const shownColor = (color: LabelColor, theme: ThemeName): string => {
  if (typeof color !== 'number') return color
  const palette = categoricalColors(undefined, theme)
  const shown = palette[color % palette.length] as string
  const round = Math.floor(color / palette.length)
  return round === 0 ? shown : neighbourHue(shown, round)
}

export type ColorRule = {
  /** In place of the schemes of the charts; null leaves them. */
  scheme: readonly LabelColor[] | null
  /** Hues beside those of the scheme are used before its colours repeat. */
  isAnalogous: boolean
}

/** The colours that labels take: those of the chart or of the dashboard, and the hues beside them. */
export const schemeUnder = ({ scheme, isAnalogous }: ColorRule, own: readonly LabelColor[]): readonly LabelColor[] => {
  const colors = scheme ?? own
  if (!isAnalogous) return colors
  const slots = labelScheme(undefined).length
  const neighbour = (color: LabelColor, round: number) => (typeof color === 'number' ? color + round * slots : neighbourHue(color, round))
  return [...colors, ...neighbourTurns.flatMap((_, i) => colors.map((color) => neighbour(color, i + 1)))]
}

const has = (colors: LabelColors, label: string): boolean => Object.hasOwn(colors, label)

/** The colours that labels take, by those of their chart. */
export type SchemeOf = (own: readonly LabelColor[]) => readonly LabelColor[]

/**
 * Gives every label of the groups one colour. Known labels keep theirs; each other one takes, in order, the first colour of its scheme
 * that is used least by the labels it shares any group with.
 */
export const assignLabelColors = (
  known: LabelColors,
  groups: readonly LabelGroup[],
  schemeOf: SchemeOf = (own) => own,
): Record<string, LabelColor> => {
  // A label may be called __proto__.
  const colors: Record<string, LabelColor> = withOwnKeys({ ...known })
  const uses = groups.map(() => new Map<LabelColor, number>())
  const groupsOf = new Map<string, number[]>()
  const count = (group: number, color: LabelColor) => uses[group]?.set(color, (uses[group].get(color) ?? 0) + 1)

  groups.forEach(({ labels, fixed = {} }, group) => {
    for (const label of new Set(labels.map(cleanLabel))) {
      if (has(colors, label)) count(group, colors[label] as LabelColor)
      else if (has(fixed, label)) count(group, fixed[label] as LabelColor)
      else groupsOf.set(label, [...(groupsOf.get(label) ?? []), group])
    }
  })
  for (const { labels, scheme: own } of groups) {
    const scheme = schemeOf(own)
    for (const label of labels.map(cleanLabel)) {
      const groupsOfLabel = groupsOf.get(label)
      if (!groupsOfLabel || has(colors, label)) continue
      const usesOf = (color: LabelColor) => groupsOfLabel.reduce((sum, group) => sum + (uses[group]?.get(color) ?? 0), 0)
      const color = scheme.reduce((best, candidate) => (usesOf(candidate) < usesOf(best) ? candidate : best), scheme[0] ?? 0)
      colors[label] = color
      for (const group of groupsOfLabel) count(group, color)
    }
  }
  return colors
}

const isLabelColor = (value: unknown): value is LabelColor => typeof value === 'string' || typeof value === 'number'

const readColors = (value: unknown): [string, LabelColor][] =>
  Array.isArray(value) ? [] : Object.entries(asRecord(value)).flatMap(([label, color]) => (isLabelColor(color) ? [[label, color]] : []))

/**
 * The label colours of a dashboard's metadata: all that were drawn (`map_label_colors` of 6.1), overridden by the shared ones of 3.0
 * (6.1 has a list of labels there), overridden by those that its author chose.
 */
export const readLabelColors = (metadata: Readonly<Record<string, unknown>>): LabelColors => {
  const scheme = labelScheme(metadata['color_scheme'])
  const isOwn = typeof scheme[0] === 'number'
  return Object.fromEntries(
    ['map_label_colors', 'shared_label_colors', 'label_colors'].flatMap((key) =>
      readColors(metadata[key]).map(([label, color]) => [
        cleanLabel(label),
        typeof color === 'number' && !isOwn ? (scheme[color % scheme.length] ?? color) : color,
      ]),
    ),
  )
}
