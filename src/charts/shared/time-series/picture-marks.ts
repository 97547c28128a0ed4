import type { DrawContext } from '../../chart.ts'
import { drawMarks, streamBase, totalsMark } from './marks.ts'
import type { Mark, MarkOptions } from './marks.ts'
import { measures } from '../look/echarts-theme.ts'
import { sumsOf, topsOf } from './picture.ts'
import type { Picture } from './picture.ts'
import type { Marks } from './series/style.ts'

/** The drawn series of a picture, with what a stack needs beside them. */
export const marksOfPicture = (
  picture: Picture,
  room: Pick<MarkOptions, 'band' | 'pixelsPerUnit' | 'labelled' | 'plot'> & { totals: string[] | null },
  context: DrawContext,
  horizontal = false,
): Mark[] => {
  const { totals, ...rest } = room
  const options: MarkOptions = { ...picture, ...rest, context, horizontal }
  const drawn = drawMarks(picture.series, options)
  return [
    ...(picture.marks.stack === 'Stream' ? [streamBase(topsOf(picture), options)] : []),
    ...drawn,
    ...(totals ? [totalsMark(sumsOf(picture), totals, options)] : []),
  ]
}

/** px between legend and plot: a value above the highest point is not on the legend. */
export const roomAbove = ({ kind, showValue, stack, onlyTotal }: Marks): number =>
  measures.plotTop + (kind !== 'bar' && showValue && !(stack && onlyTotal) ? measures.line : 0)

/** Bars coloured by category. */
export const withCategoryColors = (marks: Mark[], list: string[] | null): Mark[] =>
  list
    ? marks.map((mark) => ({
        ...mark,
        itemStyle: { ...(mark['itemStyle'] as object), color: ({ dataIndex }: { dataIndex: number }) => list[dataIndex] },
      }))
    : marks
