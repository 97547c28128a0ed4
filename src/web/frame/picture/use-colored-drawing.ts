import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { DrawContext } from '#charts/chart.ts'
import { agrees } from '#charts/shared/color/draw-colored.ts'
import { drawingOf } from './drawing.ts'
import type { Drawing, Drawn } from './drawing.ts'
import { createLabelColors } from './label-colors.ts'
import type { PageColors } from './label-colors.ts'

/** The colours of a picture that stands alone: they last while it draws with one scheme. */
const useOwnColors = (scheme: unknown): PageColors => {
  const [own, setOwn] = useState(() => ({ scheme, colors: createLabelColors() }))
  if (own.scheme === scheme) return own.colors
  const next = { scheme, colors: createLabelColors() }
  setOwn(next)
  return next.colors
}

const isLabelled = (drawing: Drawing | null) => drawing !== null && 'groups' in drawing

type Given = { drawn: Drawn | null; context: DrawContext | null; pageColors: PageColors | undefined; id: string }

/** How an answer is drawn, in the colours that its labels have on the page; drawn again only when one of them got another colour. */
export const useColoredDrawing = ({ drawn, context, pageColors, id }: Given): Drawing | null => {
  const own = useOwnColors(drawn?.form['color_scheme'])
  const colors = pageColors ?? own
  const known = useStore(colors.store, (state) => state.colors)
  const [used, setUsed] = useState(known)
  const drawing = useMemo(() => (drawn && context ? drawingOf(drawn, { ...context, labelColors: used }) : null), [drawn, context, used])
  const isCurrent = isLabelled(drawing) && context !== null && agrees(drawing.colors, known, context.theme)
  if (used !== known && !isCurrent) setUsed(known)
  useEffect(() => {
    if (!isLabelled(drawing)) return
    colors.tell(id, drawing.groups)
    if (!pageColors) colors.settle()
  }, [colors, pageColors, id, drawing])
  return drawing
}
