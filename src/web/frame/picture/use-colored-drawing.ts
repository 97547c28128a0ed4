import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { DrawContext } from '#charts/chart.ts'
import type { LabelColors } from '#core/color/label-colors.ts'
import { agrees } from '#charts/shared/color/draw-colored.ts'
import { hasWritten } from '#charts/shared/time-series/form/options-control.ts'
import { loadCode } from '../../lazy/load-fault.ts'
import { drawAnswer } from './drawing.ts'
import type { Drawing, Drawn } from './drawing.ts'
import { createOwnColors } from './label-colors.ts'
import type { PageColors } from './label-colors.ts'

/** Colours of a chart without page colours; reset when its colour scheme changes. */
const useOwnColors = (scheme: unknown): PageColors => {
  const [own, setOwn] = useState(() => ({ scheme, colors: createOwnColors() }))
  if (own.scheme === scheme) return own.colors
  const next = { scheme, colors: createOwnColors() }
  setOwn(next)
  return next.colors
}

type Written = Pick<DrawContext, 'written'>

const nothingWritten: Written = {}
let loadedReaders: Written | undefined

/** Readers of formulas and options, loaded where a form holds any. A form whose readers do not come is drawn without. */
const useWritten = (drawn: Drawn | null): Written | 'loading' => {
  const [readers, setReaders] = useState(loadedReaders)
  const isNeeded = drawn !== null && hasWritten(drawn.form)
  useEffect(() => {
    if (!isNeeded || readers) return
    loadCode(() => import('#charts/shared/time-series/written.ts')).then(
      ({ writtenReaders }) => {
        loadedReaders = { written: writtenReaders }
        setReaders(loadedReaders)
      },
      () => setReaders(nothingWritten),
    )
  }, [isNeeded, readers])
  return isNeeded ? (readers ?? 'loading') : nothingWritten
}

const isLabelled = (drawing: Drawing | null) => drawing !== null && 'groups' in drawing

type Options = { drawn: Drawn | null; context: DrawContext | null; pageColors: PageColors | undefined; id: string }

/** Draws an answer with the label colours of the page; redraws only if one of its labels changed colour. */
export const useColoredDrawing = ({ drawn, context, pageColors, id }: Options): Drawing | null => {
  const own = useOwnColors(drawn?.form['color_scheme'])
  const colors = pageColors ?? own
  /** The colours that a drawing was corrected to; until then it has those of the page when it was drawn. */
  const [corrected, setCorrected] = useState<LabelColors | null>(null)
  const written = useWritten(drawn)
  const drawing = useMemo(() => {
    if (!drawn || !context || written === 'loading') return null
    return drawAnswer(drawn, { ...context, ...written, labelColors: corrected ?? colors.store.getState().colors })
  }, [drawn, context, written, corrected, colors])
  // A chart whose labels keep their colours does not render when the page assigns colours.
  const wanted = useStore(colors.store, ({ colors: ofPage }) =>
    isLabelled(drawing) && context && !agrees(drawing.colors, ofPage, context.theme) ? ofPage : corrected,
  )
  if (wanted !== corrected) setCorrected(wanted)
  useEffect(() => {
    if (!isLabelled(drawing)) return
    colors.setLabels(id, drawing.groups)
    if (!pageColors) colors.keepColors()
  }, [colors, pageColors, id, drawing])
  return drawing
}
