import type { DrawContext } from '../../chart.ts'
import { drawMarks, streamBase, totalsMark } from './marks.ts'
import type { Mark, MarkOptions } from './marks.ts'
import { sumsOf, topsOf } from './picture.ts'
import type { Picture } from './picture.ts'

/** The drawn series of a picture, with what a stack needs beside them. */
export const marksOfPicture = (
  picture: Picture,
  room: Pick<MarkOptions, 'band' | 'pixelsPerUnit' | 'labelled'> & { totals: string[] | null },
  context: DrawContext,
  horizontal = false,
): Mark[] => {
  const { band, pixelsPerUnit, labelled } = room
  const options: MarkOptions = { ...picture, band, pixelsPerUnit, labelled, context, horizontal }
  const drawn = drawMarks(picture.series, options)
  return [
    ...(picture.marks.stack === 'Stream' ? [streamBase(topsOf(picture), options)] : []),
    ...drawn,
    ...(room.totals ? [totalsMark(sumsOf(picture), room.totals, options)] : []),
  ]
}

/** Bars coloured by category. */
export const withCategoryColors = (marks: Mark[], list: string[] | null): Mark[] =>
  list
    ? marks.map((mark) => ({
        ...mark,
        itemStyle: { ...(mark['itemStyle'] as object), color: ({ dataIndex }: { dataIndex: number }) => list[dataIndex] },
      }))
    : marks
