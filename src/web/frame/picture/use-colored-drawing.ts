import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { DrawContext } from '#charts/chart.ts'
import { agrees } from '#charts/shared/color/draw-colored.ts'
import { drawAnswer } from './drawing.ts'
import type { Drawing, Drawn } from './drawing.ts'
import { createLabelColors } from './label-colors.ts'
import type { PageColors } from './label-colors.ts'

/** Colours of a chart without page colours; reset when its colour scheme changes. */
const useOwnColors = (scheme: unknown): PageColors => {
  const [own, setOwn] = useState(() => ({ scheme, colors: createLabelColors() }))
  if (own.scheme === scheme) return own.colors
  const next = { scheme, colors: createLabelColors() }
  setOwn(next)
  return next.colors
}

const isLabelled = (drawing: Drawing | null) => drawing !== null && 'groups' in drawing

type Options = { drawn: Drawn | null; context: DrawContext | null; pageColors: PageColors | undefined; id: string }

/** Draws an answer with the label colours of the page; redraws only if one of its labels changed colour. */
export const useColoredDrawing = ({ drawn, context, pageColors, id }: Options): Drawing | null => {
  const own = useOwnColors(drawn?.form['color_scheme'])
  const colors = pageColors ?? own
  const pageLabelColors = useStore(colors.store, (state) => state.colors)
  const [drawnColors, setDrawnColors] = useState(pageLabelColors)
  const drawing = useMemo(
    () => (drawn && context ? drawAnswer(drawn, { ...context, labelColors: drawnColors }) : null),
    [drawn, context, drawnColors],
  )
  const isCurrent = isLabelled(drawing) && context !== null && agrees(drawing.colors, pageLabelColors, context.theme)
  if (drawnColors !== pageLabelColors && !isCurrent) setDrawnColors(pageLabelColors)
  useEffect(() => {
    if (!isLabelled(drawing)) return
    colors.setLabels(id, drawing.groups)
    if (!pageColors) colors.keepColors()
  }, [colors, pageColors, id, drawing])
  return drawing
}
